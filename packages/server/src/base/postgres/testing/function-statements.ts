// The statements in the schema's functions of plpgsql, as PostgreSQL would plan them: a variable, or a member of one, is a parameter.
import type pg from 'pg';

type PlFunction = {
  readonly body: string;
  readonly names: readonly string[];
  readonly types: readonly string[];
  /** The columns of the table whose trigger it is, and their types. */
  readonly columns: readonly (readonly [name: string, type: string])[];
};

/** The statements of the functions of the current schema. */
export async function statementsOfFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<PlFunction>(`
    select prosrc as body, coalesce(proargnames, '{}') as names,
      array(select format_type(type, null) from unnest(proargtypes) with ordinality as arg (type, n) order by n) as types,
      coalesce((select json_agg(json_build_array(attname, format_type(atttypid, null))) from pg_attribute
        where attrelid = (select tgrelid from pg_trigger where tgfoid = p.oid limit 1) and attnum > 0), '[]') as columns
    from pg_proc p join pg_language l on l.oid = prolang
    where pronamespace = current_schema()::regnamespace and lanname = 'plpgsql' order by proname`);
  return rows.flatMap(statementsIn);
}

/** Where a statement begins. */
const opening =
  /(?:^|;|\bbegin\b|\bthen\b|\belse\b|\bloop\b|\breturn query\b|\bin(?=\s+(?:select|with|update|delete|insert)\b))\s*/gi;

/** The statements in one function. */
export function statementsIn({ body, names, types, columns }: PlFunction): string[] {
  const plain = body.replaceAll(/--.*$/gm, '');
  const declarations = /\bdeclare\b([^]*?)\bbegin\b/i.exec(plain)?.[1] ?? '';
  const variables = new Map<string, string>([
    ...names.map((name, n) => [name, types[n] ?? ''] as const),
    ...[...declarations.matchAll(/^\s*(\w+)\s+([^;:=]+)/gm)].map(([, name, type]) => [name!, type!.trim()] as const),
    ...['new', 'old'].flatMap((row) => columns.map(([name, type]) => [`${row}.${name}`, type] as const)),
    ['tg_op', 'text'],
  ]);
  return [...plain.matchAll(opening)]
    .map(({ 0: found, index }) => plain.slice(index + found.length))
    .flatMap((rest) => /^(?:insert|update|delete|with|select|perform)\b[^;]*?(?=;|\s+loop\b)/i.exec(rest)?.[0] ?? [])
    .map((statement) => statement.replace(/^perform/i, 'select').replace(/\binto\s+\w+(?=\s+from\b)/i, ''))
    .map((statement) => withParameters(statement, variables));
}

function withParameters(statement: string, variables: ReadonlyMap<string, string>): string {
  const places: string[] = [];
  return statement.replaceAll(/'(?:[^']|'')*'|\bat time zone\b|\b([a-z_]\w*)(\.\w+)?\b/gi, (word, name?: string) => {
    const isMember = variables.get(name ?? '') === 'record';
    const type = isMember ? '' : (variables.get(word) ?? undefined);
    if (type === undefined) return word;
    if (!places.includes(word)) places.push(word);
    const place = `$${places.indexOf(word) + 1}`;
    return type === '' ? place : `${place}::${type}`;
  });
}
