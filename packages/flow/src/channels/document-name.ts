import { cleanLine } from './clean-text.ts';

/** The name of a document whose address has none. */
const unnamed = 'documento';

/** The file extensions of the documents that stores send, by MIME type. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/zip': 'zip',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** The file name and MIME type of a document. `mime` is null if the step gives no valid one. */
export type DocumentName = { readonly mime: string | null; readonly extension: string; readonly fileName: string };

/** Names a document by the file name in its URL. The extension comes from the MIME type, else from the URL, else it is `pdf`. */
export function nameDocument(address: string, documentType: string): DocumentName {
  const type = documentType.split(';')[0]!.trim().toLowerCase();
  const mime = /^[a-z0-9]+\/[a-z0-9.+-]+$/.test(type) && type.length <= 100 ? type : null;
  const last = lastSegment(address);
  const [, stem = last, written] = /^(.*)\.([a-z0-9]{1,5})$/i.exec(last) ?? [];
  const extension = (mime && extensions[mime]) ?? written?.toLowerCase() ?? 'pdf';
  return { mime, extension, fileName: `${stem || unnamed}.${extension}` };
}

/** The last part of the URL's path, decoded, without characters that a file name must not contain. */
function lastSegment(address: string): string {
  const part = new URL(address).pathname.split('/').at(-1) ?? '';
  let name = part;
  try {
    name = decodeURIComponent(part);
  } catch {
    // Not percent-encoded UTF-8: the encoded name is used.
  }
  return cleanLine(name.replace(/[/\\:*?"<>|]/g, ' ')).slice(0, 100);
}
