import { splitStatements } from '../split-statements.ts';

// Rules for migrations that run while processes of the previous release still use the database (docs/upgrade.md).

/** A forbidden statement and why. `existing`: the rule applies only if the same migration did not create the table. */
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

/** A comment that exempts a migration from the rules and says why: `-- contract: nothing since 0.3 reads it`. */
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

/** The rules that a migration breaks while the previous release runs, one line each; none if it has a `-- contract:` line. */
export function faultsOfMigration(sql: string): string[] {
  const statements = statementsOf(sql);
  const made = new Set(statements.filter((one) => one.startsWith('create table')).map(tableOf));
  const faults = statements.flatMap((statement) =>
    // Each action of an `alter table` counts as one statement.
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
