/** A string, a quoted name, a comment or the body of a function: a semicolon in one of these ends no statement. */
const opaque = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|\$(\w*)\$[^]*?\$\1\$/g;

/** The statements of an SQL text in their order, as they are written, without the semicolons; those that are only comments are left out. */
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
