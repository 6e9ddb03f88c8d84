import { splitStatements } from './split-statements.ts';

// What a migration may do while processes of the release before still run on the database (docs/deploy.md).

/** What one statement may not be, and why. `existing`: only where its table was not made by the same migration. */
type Rule = { readonly pattern: RegExp; readonly existing: boolean; readonly why: string };

const rules: readonly Rule[] = [
  { pattern: /^drop (table|view|type|function)|\bdrop column\b/, existing: false, why: 'the release before reads it' },
  { pattern: /\brename\b/, existing: false, why: 'the release before knows the old name' },
  {
    pattern: /\balter (column )?\w+ (set data )?type\b/,
    existing: true,
    why: 'it rewrites the table, and the release before writes the old type',
  },
  { pattern: /\bset not null\b/, existing: true, why: 'the release before may write null' },
  {
    pattern:
      /\badd (column )?(?!constraint|check|unique|primary|foreign|exclude)\w+ (?=.*\bnot null\b)(?!.*\b(default|generated)\b)/,
    existing: true,
    why: 'the release before does not write it',
  },
  {
    pattern: /\badd (constraint|check|foreign|unique|primary|exclude)\b(?!.*\b(not valid|using index)\b)/,
    existing: true,
    why: 'it reads the whole table under a lock: not valid, and validate it later',
  },
  {
    pattern: /^create (unique )?index (?!concurrently)/,
    existing: true,
    why: 'it locks out whoever writes: concurrently, after -- no-transaction',
  },
  {
    pattern: /^(update|delete from)\b/,
    existing: true,
    why: 'it locks the rows until all are done: a duty does it in small parts',
  },
  { pattern: /^truncate\b/, existing: true, why: 'the release before reads it' },
  { pattern: /^lock\b/, existing: true, why: 'everybody waits' },
];

/** A line that says why a rule does not hold: `-- contract: nothing since 0.3 reads it`. */
const reason = /^-- contract: \S.{10,}$/m;

/** The statements of a file, in lower case and one line each, without comments, strings and bodies of functions. */
export function statementsOf(sql: string): string[] {
  return splitStatements(sql).map((statement) =>
    statement
      .replace(/\$(\w*)\$[^]*?\$\1\$/g, "''")
      .replace(/'(?:[^']|'')*'/g, "''")
      .replace(/--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  );
}

const tableOf = (statement: string): string | undefined =>
  /^(?:alter table|create table|update|delete from|truncate|lock table)(?: if (?:not )?exists)?(?: only)? (\w+)/.exec(
    statement,
  )?.[1] ?? /^create (?:unique )?index .*?\bon (?:only )?(\w+)/.exec(statement)?.[1];

/** What is wrong with a migration that runs beside the release before, a line each; nothing where it says why it may (`-- contract:`). */
export function faultsOfMigration(sql: string): string[] {
  const statements = statementsOf(sql);
  const made = new Set(statements.filter((one) => one.startsWith('create table')).map(tableOf));
  const faults = statements.flatMap((statement) =>
    // Each action of one `alter table` is a statement of its own.
    statement
      .split(/,(?![^(]*\))/)
      .flatMap((action) =>
        rules
          .filter(({ pattern, existing }) => pattern.test(action.trim()) && !(existing && made.has(tableOf(statement))))
          .map(({ why }) => `${statement.slice(0, 80)}: ${why}`),
      ),
  );
  if (sql.startsWith('-- no-transaction') && statements.length > 1)
    faults.push('without a transaction it must be one statement: half of two may stay');
  if (
    sql.startsWith('-- no-transaction') &&
    !/\bif not exists\b|\bvalidate constraint\b|\bif exists\b/.test(statements[0] ?? '')
  )
    faults.push('without a transaction it must do no harm when it runs again: if not exists');
  return reason.test(sql) ? [] : faults;
}
