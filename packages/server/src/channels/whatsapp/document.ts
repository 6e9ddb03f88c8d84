import { cleanLine } from '@retoma/flow';
import { fallbackTexts } from './texts.ts';

/** Extensions of what stores send. */
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

/** What a document is called and what kind it is. `mime` is null where the step does not say it. */
export type DocumentName = { readonly mime: string | null; readonly extension: string; readonly fileName: string };

/** The name of a document: that of its address, with the extension that its MIME type asks for. A PDF where nothing says it. */
export function nameDocument(address: string, documentType: string): DocumentName {
  const type = documentType.split(';')[0]!.trim().toLowerCase();
  const mime = /^[a-z0-9]+\/[a-z0-9.+-]+$/.test(type) && type.length <= 100 ? type : null;
  const last = lastSegment(address);
  const [, stem = last, written] = /^(.*)\.([a-z0-9]{1,5})$/i.exec(last) ?? [];
  const extension = (mime && extensions[mime]) ?? written?.toLowerCase() ?? 'pdf';
  return { mime, extension, fileName: `${stem || fallbackTexts.document}.${extension}` };
}

/** The last part of the path, readable; without what no file name has. */
function lastSegment(address: string): string {
  const part = new URL(address).pathname.split('/').at(-1) ?? '';
  let name = part;
  try {
    name = decodeURIComponent(part);
  } catch {
    // Left as it stands: not every address is written in UTF-8.
  }
  return cleanLine(name.replace(/[/\\:*?"<>|]/g, ' ')).slice(0, 100);
}
