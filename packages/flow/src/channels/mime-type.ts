import type { ValueIssue } from '../members/member.ts';
import { invalidValue } from '../members/value-issues.ts';

/** A MIME type with a subtype (RFC 6838), with or without parameters. */
export const mimeType = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}(?: ?;.*)?$/;

/** The MIME types of files by their usual ending, which authors write in place of the type. */
const typesByEnding = new Map([
  ['pdf', 'application/pdf'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
  ['zip', 'application/zip'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
]);

/** The issue of a text that is not a MIME type, with the type that it means. */
export function mimeTypeIssue(text: string): ValueIssue | undefined {
  if (text.trim() === '' || mimeType.test(text)) return undefined;
  const ending = text.slice(0, 10).trim().replace(/^\./, '').toLowerCase();
  return invalidValue(text, ['application/pdf', 'image/png'], typesByEnding.get(ending));
}
