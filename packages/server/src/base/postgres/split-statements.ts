/** Strings, quoted names, comments and function bodies: a semicolon inside them ends no statement. */
const opaque = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\$(\w*)\$[^]*?\$\1\$/g;

/** The statements of an SQL text, in order, without the semicolons. Statements that consist of comments only are left out. */
export function splitStatements(sql: string): string[] {
  const masked = sql.replace(opaque, (found) => ' '.repeat(found.length));
  const statements: string[] = [];
  let start = 0;
  for (const { index } of `${masked};`.matchAll(/;/g)) {
    if (masked.slice(start, index).trim() !== '') statements.push(sql.slice(start, index).trim());
    start = index + 1;
  }
  return statements;
}
