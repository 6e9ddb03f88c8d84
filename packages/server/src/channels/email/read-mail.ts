import { readMime, type MimePart } from './delivery-reports/mime-parts.ts';

/** A delivered e-mail, parsed as a mail program parses it. */
export type ReadMail = {
  /** In message order, decoded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** `text`: of text parts; null for pictures and files. */
  readonly parts: readonly { readonly type: string; readonly bytes: number; readonly text: string | null }[];
  /** The HTML with the message's own pictures embedded; null: the message has none. */
  readonly html: string | null;
  readonly source: string;
};

/** Reads a message that `buildMime` made. */
export function readMail(bytes: Buffer): ReadMail {
  const source = bytes.toString('latin1');
  const { parts } = readMime(source);
  const html = parts.find(({ type }) => type === 'text/html');
  return {
    headers: headersOf(source),
    parts: parts.map((part) => ({
      type: part.type,
      bytes: part.body.length,
      text: part.type.startsWith('text/') ? decodeBody(part) : null,
    })),
    html: html ? withPictures(decodeBody(html), parts) : null,
    source: bytes.toString('utf8'),
  };
}

const decodeBody = ({ body }: MimePart): string => Buffer.from(body, 'latin1').toString('utf8');

/** Replaces `cid:` references by the pictures in the message. */
const withPictures = (html: string, parts: readonly MimePart[]): string =>
  parts.reduce(
    (visible, { type, body, id }) =>
      id === undefined || !type.startsWith('image/')
        ? visible
        : visible.replaceAll(`cid:${id}`, `data:${type};base64,${Buffer.from(body, 'latin1').toString('base64')}`),
    html,
  );

function headersOf(source: string): ReadMail['headers'] {
  const end = source.search(/\r?\n\r?\n/);
  const lines = source
    .slice(0, end < 0 ? undefined : end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  return lines.flatMap((line) => {
    const at = line.indexOf(':');
    return at > 0 ? [{ name: line.slice(0, at), value: decodeHeaderText(line.slice(at + 1).trim()) }] : [];
  });
}

/** RFC 2047: `=?UTF-8?Q?Ol=C3=A1?=` → `Olá`; a space between two encoded words is dropped. */
const decodeHeaderText = (value: string): string =>
  value
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/((?:=\?utf-8\?[bq]\?[^?]*\?=)+)/gi, (encoded) =>
      Buffer.concat(
        [...encoded.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, encoding, text]) =>
          encoding!.toLowerCase() === 'b' ? Buffer.from(text!, 'base64') : Buffer.from(quoted(text!), 'latin1'),
        ),
      ).toString('utf8'),
    );

const quoted = (text: string): string =>
  text
    .replaceAll('_', ' ')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
