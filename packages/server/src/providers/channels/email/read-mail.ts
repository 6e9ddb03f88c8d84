import PostalMime, { decodeWords, type Attachment } from 'postal-mime';

/** A delivered e-mail, parsed as a mail program parses it. */
export type ReadMail = {
  /** In message order, decoded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** The texts, then pictures and files, of which `text` is null. */
  readonly parts: readonly { readonly type: string; readonly bytes: number; readonly text: string | null }[];
  /** The HTML with the message's own pictures embedded; null: the message has none. */
  readonly html: string | null;
  readonly source: string;
};

/** Reads a message that `buildMime` made. */
export async function readMail(bytes: Buffer): Promise<ReadMail> {
  const { headers, text, html, attachments } = await PostalMime.parse(bytes);
  const texts = { 'text/plain': text, 'text/html': html };
  return {
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value: decodeWords(value) })),
    parts: [
      ...Object.entries(texts).flatMap(([type, text]) =>
        text === undefined ? [] : [{ type, bytes: Buffer.byteLength(text), text }],
      ),
      ...attachments.map((part) => ({ type: part.mimeType, bytes: contentOf(part).length, text: null })),
    ],
    html: html === undefined ? null : withPictures(html, attachments),
    source: bytes.toString('utf8'),
  };
}

/** An attachment's bytes: the parser returns an ArrayBuffer unless an encoding is requested. */
const contentOf = ({ content }: Attachment): Buffer => Buffer.from(content as ArrayBuffer);

/** Replaces `cid:` references by the pictures in the message. */
const withPictures = (html: string, parts: readonly Attachment[]): string =>
  parts.reduce(
    (visible, part) =>
      part.contentId === undefined || !part.mimeType.startsWith('image/')
        ? visible
        : visible.replaceAll(
            `cid:${part.contentId.replace(/^<|>$/g, '')}`,
            `data:${part.mimeType};base64,${contentOf(part).toString('base64')}`,
          ),
    html,
  );
