/**
 * AUT11: writes CSV; no other code does. The first line names the separator for spreadsheets whose locale uses another one. Every cell is
 * quoted and on one line, and no part of a cell can begin a formula, whichever separator a program assumes.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map(csvCell).join(';'));
  return `${['sep=;', ...lines].join('\r\n')}\r\n`;
}

/** Characters that begin a formula in Excel, LibreOffice, Google Sheets or old DDE, with their full-width forms. */
const opener = '[=+\\-@|%＝＋－＠]';
const atStart = new RegExp(`^(?=\\s*${opener})`);
/** Formula characters after a separator: a program that splits at commas, tabs or bars would begin a cell there. */
const behindSeparator = new RegExp(`([,;|"](?:[ ]*))(?=${opener})`, 'g');

function csvCell(text: string): string {
  // For programs that ignore quotes, line breaks and control characters would end the cell.
  const oneLine = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');
  const safe = oneLine.replace(behindSeparator, "$1'").replace(atStart, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}
