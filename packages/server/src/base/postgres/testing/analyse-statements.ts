// Asks PostgreSQL what statements are, without running them, and finds those that Citus would refuse (SHD6).
import pg from 'pg';
import { statementsOfFunctions } from './function-statements.ts';
import { parseTree } from './query-tree.ts';
import { brokenRules, type Catalog, type StatementRule } from './statement-rules.ts';
import { userTables } from './table-owners.ts';

/** A statement with the rules that it breaks. */
export type BrokenStatement = { readonly text: string; readonly rules: readonly StatementRule[] };

/** The statements that Citus would refuse. `unread`: those that PostgreSQL does not prepare, because a table or a type is unknown. */
export type Analysed = { readonly broken: readonly BrokenStatement[]; readonly unread: readonly string[] };

/** Analyses statements. The database has the current schema. */
export const findBroken = (connectionString: string, texts: readonly string[]): Promise<Analysed> =>
  withCatalog(connectionString, (client, catalog) => analyse(client, catalog, distinctShapes(texts.filter(isPlanned))));

/** Analyses the statements in the functions of the schema. */
export const findBrokenInFunctions = (connectionString: string): Promise<Analysed> =>
  withCatalog(connectionString, async (client, catalog) =>
    analyse(client, catalog, await statementsOfFunctions(client)),
  );

async function withCatalog<T>(
  connectionString: string,
  use: (client: pg.Client, catalog: Catalog) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await makeTransitionTables(client);
    return await use(client, await readCatalog(client));
  } finally {
    await client.end();
  }
}

/** The shortest text of those that differ in the number of rows alone. */
function distinctShapes(texts: readonly string[]): string[] {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length);
  return [...new Map(longestFirst.map((text) => [shapeOf(text), text])).values()];
}

const shapeOf = (text: string): string =>
  text.replaceAll(/\$\d+/g, '$').replaceAll(/(\([^()]*\$[^()]*\))(?:,\s*\1)+/g, '$1');

const isPlanned = (text: string): boolean =>
  /^\s*(?:--.*\n\s*)*(?:select|insert|update|delete|merge|with|\()/i.test(text);

async function analyse(client: pg.Client, catalog: Catalog, texts: readonly string[]): Promise<Analysed> {
  let printed = '';
  client.on('notice', ({ detail }) => (printed = detail ?? ''));
  await client.query('set debug_print_rewritten = on; set debug_pretty_print = off; set client_min_messages = log');
  const broken: BrokenStatement[] = [];
  const unread: string[] = [];
  for (const [at, text] of texts.entries()) {
    const isPrepared = await client.query(`prepare analysed_${at} as ${text}`).then(
      () => true,
      () => false,
    );
    if (!isPrepared) {
      unread.push(text);
      continue;
    }
    const rules = brokenRules(parseTree(printed)[0]!, catalog);
    if (rules.length > 0) broken.push({ text, rules });
  }
  return { broken, unread };
}

async function readCatalog(client: pg.Client): Promise<Catalog> {
  const { rows: functions } = await client.query<CatalogFunction>(`
    select p.oid, p.provolatile as volatility, case when own then p.prosrc else '' end as body, l.lanname as language,
      own and exists (
        select from unnest(p.proargtypes) as arg (type) join pg_type t on t.oid = arg.type join pg_class c on c.oid = t.typrelid
        where c.relkind in ('r', 'p')) as "takesRow"
    from pg_proc p join pg_language l on l.oid = p.prolang
      cross join lateral (select p.pronamespace = current_schema()::regnamespace as own) origin`);
  const { rows: types } = await client.query<{ oid: number; input: number; output: number }>(
    'select oid, typinput::oid as input, typoutput::oid as output from pg_type',
  );
  const { rows: tables } = await client.query<{ oid: number; name: string; transition: boolean }>(
    `select oid, relname as name, relpersistence = 't' as transition from pg_class
     where relkind in ('r', 'p') and relnamespace in (current_schema()::regnamespace, pg_my_temp_schema())`,
  );
  const functionsByOid = new Map(functions.map((each) => [String(each.oid), each]));
  const conversions = new Map(
    types.map(({ oid, input, output }) => [String(oid), { input: String(input), output: String(output) }]),
  );
  const shardTables = new Map(
    tables
      .filter(({ name, transition }) => !transition && !userTables.includes(name))
      .map(({ oid, name }) => [String(oid), name]),
  );
  const transitions = new Set(tables.filter(({ transition }) => transition).map(({ oid }) => String(oid)));
  const unknown = { input: '', output: '' };
  return {
    volatilityOf: (oid) => functionsByOid.get(oid)?.volatility ?? 's',
    conversionsOf: (oid) => conversions.get(oid) ?? unknown,
    shardTable: (oid) => shardTables.get(oid),
    isTransition: (oid) => transitions.has(oid),
    isUnplannable: (oid) => {
      const found = functionsByOid.get(oid);
      return found !== undefined && (found.takesRow || (found.language === 'sql' && writing.test(found.body)));
    },
    changesTables: (oid) => /\b(?:create|drop|alter) table\b/i.test(functionsByOid.get(oid)?.body ?? ''),
  };
}

type CatalogFunction = {
  readonly oid: number;
  readonly volatility: 'i' | 's' | 'v';
  readonly body: string;
  readonly language: string;
  readonly takesRow: boolean;
};

const writing = /\b(?:insert into|update|delete from)\b/i;

/** Tables in place of the new and old rows of the schema's triggers, and one more for the rules' examples. */
async function makeTransitionTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(`
    select distinct name, tgrelid::regclass::text as table from pg_trigger cross join lateral unnest(array[tgnewtable, tgoldtable]) as name
    where name is not null union all select 'transition_rows', 'stores'`);
  for (const { name, table } of rows) await client.query(`create temp table if not exists ${name} (like ${table})`);
}
