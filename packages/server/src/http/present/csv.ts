/**
 * AUT11: the one writer of CSV. The first line names the separator to spreadsheets whose locale has another. Every cell is quoted and on one
 * line, and no part of one begins a formula, whatever separator a program assumes.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(csvCell).join(';'));
  return `${['sep=;', ...lines].join('\r\n')}\r\n`;
}

/** Characters that begin a formula in Excel, LibreOffice, Google Sheets or old DDE, with their full-width forms. */
const opener = '[=+\\-@|%＝＋－＠]';
const atStart = new RegExp(`^(?=\\s*${opener})`);
/** A program that splits at commas, tabs or bars takes what follows one for a cell. */
const behindSeparator = new RegExp(`([,;|"](?:[ ]*))(?=${opener})`, 'g');

function csvCell(text: string): string {
  // Line breaks and control characters would end the cell where quotes are not understood.
  // oxlint-disable-next-line no-control-regex
  const oneLine = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');
  const safe = oneLine.replace(behindSeparator, "$1'").replace(atStart, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}
