/** A part without nested parts. `type` in lower case; `body` decoded, as latin1; `id`: its Content-ID. */
export type MimePart = { readonly type: string; readonly body: string; readonly id?: string };

/** A parsed message. `type` and `parameters` are of its Content-Type. */
export type MimeTree = {
  readonly headers: Headers;
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly parts: readonly MimePart[];
};

/** Headers by lower-case name, unfolded; of a repeated header only the first. */
export type Headers = ReadonlyMap<string, string>;

/** Limits far above any real report. */
const max = { depth: 6, parts: 60 } as const;

/** Reads headers up to the first empty line. */
export function readHeaders(text: string): Headers {
  const end = text.search(/\r?\n\r?\n/);
  const headers = new Map<string, string>();
  const lines = (end < 0 ? text : text.slice(0, end)).replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    if (at > 0 && !headers.has(name)) headers.set(name, line.slice(at + 1).trim());
  }
  return headers;
}

/** Parses the MIME that delivery reports use: nested parts, base64 and quoted-printable. */
export function readMime(text: string): MimeTree {
  const headers = readHeaders(text);
  const { type, parameters } = contentTypeOf(headers);
  const parts: MimePart[] = [];
  collectParts(text, 0, parts);
  return { headers, type, parameters, parts };
}

function collectParts(text: string, depth: number, parts: MimePart[]): void {
  if (depth > max.depth || parts.length >= max.parts) return;
  const headers = readHeaders(text);
  const { type, parameters } = contentTypeOf(headers);
  const boundary = parameters['boundary'];
  const start = text.search(/\r?\n\r?\n/);
  const body = start < 0 ? '' : text.slice(start).replace(/^\r?\n\r?\n/, '');
  if (!type.startsWith('multipart/') || !boundary) {
    const id = headers.get('content-id')?.replace(/^<|>$/g, '');
    parts.push({
      type,
      body: decodeTransfer(body, headers.get('content-transfer-encoding') ?? ''),
      ...(id !== undefined && { id }),
    });
    return;
  }
  const sections = `\n${body}`.split(`\n--${boundary}`);
  for (const section of sections.slice(1)) {
    if (section.startsWith('--')) return;
    collectParts(section.replace(/^[ \t]*\r?\n/, ''), depth + 1, parts);
  }
}

function contentTypeOf(headers: Headers): Pick<MimeTree, 'type' | 'parameters'> {
  const value = headers.get('content-type') ?? 'text/plain';
  const parameters: Record<string, string> = {};
  for (const [, name, quoted, unquoted] of value.matchAll(/;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s;]+))/g))
    parameters[name!.toLowerCase()] ??= quoted ?? unquoted ?? '';
  return { type: value.split(';')[0]!.trim().toLowerCase(), parameters };
}

function decodeTransfer(body: string, encoding: string): string {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('latin1');
    case 'quoted-printable':
      return (
        body
          // A soft line break. White space before its `=` belongs to the text.
          .replace(/=[ \t]*\r?\n/g, '')
          .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      );
    default:
      return body;
  }
}
