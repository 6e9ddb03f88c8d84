// SHD6: what Citus refuses in a statement on the tables of a shard, found in PostgreSQL's own analysis of the statement. The rules are those
// of Citus 13 for a schema that one node holds. They go by the tree before planning, so they may find more than Citus refuses, not less.
import { childrenOf, everyNode, isNode, nodesOf, scalarOf, type TreeNode, type TreeValue } from './query-tree.ts';

/** What the rules ask the catalog. Oids are texts, as in a tree. */
export type Catalog = {
  /** `i` (immutable), `s` (stable) or `v` (volatile). */
  readonly volatilityOf: (functionOid: string) => 'i' | 's' | 'v';
  /** The functions that convert a type from and to text. */
  readonly conversionsOf: (typeOid: string) => { readonly input: string; readonly output: string };
  /** The name of a table of a shard; undefined: the relation is another. */
  readonly shardTable: (oid: string) => string | undefined;
  /** Whether a relation is the new or old rows of a trigger. */
  readonly isTransition: (oid: string) => boolean;
  /** Functions of SQL that write, or that take a row of a table. */
  readonly isUnplannable: (functionOid: string) => boolean;
  /** Functions that create or drop tables. */
  readonly changesTables: (functionOid: string) => boolean;
};

/** A kind of statement that Citus refuses. `example`: a statement of it; `instead`: one that means the same and is accepted. */
export type StatementRule = {
  readonly kind: string;
  readonly why: string;
  readonly example: string;
  readonly instead: string;
  /** Whether a statement breaks it. It is asked of each query that writes into a table of a shard; if `whole`, of the statement. */
  readonly whole?: true;
  readonly isBroken: (query: TreeNode, catalog: Catalog) => boolean;
};

const commands = { select: '1', update: '2', insert: '3', delete: '4' } as const;
const fromKinds = { subquery: '1', join: '2', values: '5' } as const;

const isWriting = ({ fields }: TreeNode): boolean => ['2', '3', '4', '5'].includes(scalarOf(fields['commandType']));
const isCommand = ({ fields }: TreeNode, ...names: (keyof typeof commands)[]): boolean =>
  names.some((name) => fields['commandType'] === commands[name]);
const isOf =
  (kind: string) =>
  (node: TreeNode): boolean =>
    node.kind === kind;
const isQuery = isOf('QUERY');
const rangeOf = (query: TreeNode): readonly TreeNode[] => nodesOf(query.fields['rtable']);
const exists = (value: TreeValue | undefined, found: (node: TreeNode) => boolean): boolean =>
  everyNode(value).some(found);

/** The functions that a node calls itself, by their oids. */
function functionsOf(node: TreeNode, catalog: Catalog): string[] {
  const { fields } = node;
  switch (node.kind) {
    case 'FUNCEXPR':
      return [scalarOf(fields['funcid'])];
    case 'AGGREF':
      return [scalarOf(fields['aggfnoid'])];
    case 'WINDOWFUNC':
      return [scalarOf(fields['winfnoid'])];
    case 'OPEXPR':
    case 'DISTINCTEXPR':
    case 'NULLIFEXPR':
    case 'SCALARARRAYOPEXPR':
      return [scalarOf(fields['opfuncid'])];
    case 'COERCEVIAIO':
      return [
        catalog.conversionsOf(scalarOf(fields['resulttype'])).input,
        ...nodesOf(fields['arg']).map((arg) => catalog.conversionsOf(typeOf(arg)).output),
      ];
    default:
      return [];
  }
}

/** The type of an expression, whose field is named after its kind: `vartype`, `funcresulttype`. */
function typeOf({ kind, fields }: TreeNode): string {
  const own = `${kind.toLowerCase().replace(/expr$/, '')}type`;
  const name = [own, 'funcresulttype', 'opresulttype', 'resulttype', 'array_typeid', 'refrestype', 'typeId'].find(
    (each) => fields[each] !== undefined,
  );
  return name === undefined ? '' : scalarOf(fields[name]);
}

function volatilityOf(node: TreeNode, catalog: Catalog): 'i' | 's' | 'v' {
  if (node.kind === 'NEXTVALUEEXPR') return 'v';
  if (node.kind === 'SQLVALUEFUNCTION') return 's';
  const found = new Set(functionsOf(node, catalog).map(catalog.volatilityOf));
  return found.has('v') ? 'v' : found.has('s') ? 's' : 'i';
}

const isMutable = (value: TreeValue | undefined, catalog: Catalog): boolean =>
  exists(value, (node) => volatilityOf(node, catalog) !== 'i');

/** A query in FROM that PostgreSQL merges into the query around it, so that its expressions replace its columns. */
const isMerged = (query: TreeNode): boolean =>
  isCommand(query, 'select') &&
  ['hasAggs', 'hasWindowFuncs', 'hasTargetSRFs', 'hasForUpdate'].every((name) => query.fields[name] === 'false') &&
  ['cteList', 'groupClause', 'groupingSets', 'havingQual', 'sortClause', 'distinctClause', 'limitCount', 'limitOffset']
    .concat('setOperations', 'rowMarks')
    .every((name) => query.fields[name] === null);

/** The expression that replaces a column of a query in FROM, with the query that it belongs to; undefined: the column is one of a table. */
function replacementOf(column: TreeNode, query: TreeNode): { expression: TreeValue; query: TreeNode } | undefined {
  if (column.fields['varlevelsup'] !== '0') return undefined;
  const entry = rangeOf(query)[Number(column.fields['varno']) - 1];
  const place = Number(column.fields['varattno']) - 1;
  if (entry?.fields['rtekind'] === fromKinds.join) {
    const expression = nodesOf(entry.fields['joinaliasvars'])[place];
    return expression && { expression, query };
  }
  const inner = entry?.fields['rtekind'] === fromKinds.subquery ? entry.fields['subquery'] : undefined;
  if (!isNode(inner) || !isMerged(inner)) return undefined;
  return { expression: nodesOf(inner.fields['targetList'])[place]?.fields['expr'] ?? null, query: inner };
}

/** The nodes of an expression, with those that replace its columns. Queries inside it are left out unless `deep`. */
function expressionNodes(value: TreeValue | undefined, query: TreeNode, deep: boolean): TreeNode[] {
  const own = everyNode(value, isQuery);
  const inner = deep
    ? own
        .flatMap(childrenOf)
        .filter(isQuery)
        .flatMap((each) => everyNode(each))
    : [];
  const replacements = own.filter(isOf('VAR')).flatMap((column) => {
    const replaced = replacementOf(column, query);
    return replaced ? expressionNodes(replaced.expression, replaced.query, deep) : [];
  });
  return [...own, ...inner, ...replacements];
}

const isSet = ({ fields }: TreeNode): boolean => fields['funcretset'] === 'true' || fields['opretset'] === 'true';

/** Whether a column of a table is in an expression. */
const hasColumn = (value: TreeValue | undefined, query: TreeNode): boolean =>
  expressionNodes(value, query, false).some((node) => node.kind === 'VAR' && !replacementOf(node, query));

/** The expressions of a writing query: what it sets, and its condition. */
function writtenBy(query: TreeNode): TreeNode[] {
  const set = nodesOf(query.fields['targetList'])
    .filter(({ fields }) => fields['resjunk'] !== 'true')
    .flatMap(({ fields }) => nodesOf(fields['expr']));
  return [...(isCommand(query, 'update') ? set : []), ...nodesOf(query.fields['jointree']).flatMap(conditionsOf)];
}

/** The conditions of a FROM: WHERE and ON. */
const conditionsOf = ({ fields }: TreeNode): TreeNode[] => [
  ...nodesOf(fields['quals']),
  ...['fromlist', 'larg', 'rarg'].flatMap((name) => nodesOf(fields[name])).flatMap(conditionsOf),
];

const isConditional = ({ kind }: TreeNode): boolean =>
  kind === 'CASEEXPR' || kind === 'COALESCEEXPR' || kind === 'COALESCE' || kind === 'CASE';

const readsTables = (value: TreeValue | undefined, { shardTable }: Catalog): boolean =>
  exists(value, ({ kind, fields }) => isRange(kind) && shardTable(scalarOf(fields['relid'])) !== undefined);

const isRange = (kind: string): boolean => kind === 'RANGETBLENTRY' || kind === 'RTE';

/** The query of an INSERT … SELECT; undefined: its rows are values. */
const sourceOf = (query: TreeNode): TreeNode | undefined =>
  isCommand(query, 'insert')
    ? rangeOf(query)
        .map(({ fields }) => fields['subquery'])
        .find(isNode)
    : undefined;

/** The rules, each for one query of a statement: the statement itself, or one in it. */
export const statementRules: readonly StatementRule[] = [
  {
    kind: 'volatile function in UPDATE or DELETE',
    why: 'each copy of a row would get another value: pass it as a parameter, or take now()',
    example: 'update runs set finished_at = clock_timestamp() where store_id = $1',
    instead: 'update runs set finished_at = now() where store_id = $1',
    isBroken: (query, catalog) =>
      isCommand(query, 'update', 'delete') &&
      writtenBy(query).some((value) =>
        expressionNodes(value, query, true).some((node) => volatilityOf(node, catalog) === 'v'),
      ),
  },
  {
    kind: 'stable function over a column in UPDATE or DELETE',
    why: 'such a function cannot be evaluated before the statement is sent to the node (shiftedInstant, milliseconds, or a query in WITH)',
    example: "update runs set started_at = started_at - interval '1 minute' where store_id = $1",
    instead:
      "update runs set started_at = (started_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC' where store_id = $1",
    isBroken: (query, catalog) =>
      isCommand(query, 'update', 'delete') &&
      writtenBy(query).some((value) =>
        expressionNodes(value, query, false).some(
          (node) => volatilityOf(node, catalog) === 's' && hasColumn(childrenOf(node), query),
        ),
      ),
  },
  {
    kind: 'stable function in CASE or COALESCE of UPDATE or DELETE',
    why: 'it cannot be evaluated beforehand: pass a parameter, or take least and greatest',
    example: 'update runs set finished_at = coalesce(finished_at, now()) where store_id = $1',
    instead: 'update runs set finished_at = coalesce(finished_at, $2) where store_id = $1',
    isBroken: (query, catalog) =>
      isCommand(query, 'update', 'delete') &&
      writtenBy(query).some((value) =>
        expressionNodes(value, query, false).some(
          (node) =>
            isConditional(node) &&
            expressionNodes(childrenOf(node), query, true).some((each) => volatilityOf(each, catalog) !== 'i'),
        ),
      ),
  },
  {
    kind: 'CASE with an operand in a writing statement with a stable function',
    why: 'Citus writes it wrongly into the statement for the node: case when … = … then',
    example:
      "update messages set state = case state when 'sending' then 'unknown' else 'skipped' end, settled_at = now()",
    instead:
      "update messages set state = case when state = 'sending' then 'unknown' else 'skipped' end, settled_at = now()",
    isBroken: (query, catalog) =>
      exists(query, (node) => node.kind.startsWith('CASE') && isNode(node.fields['arg'])) && isMutable(query, catalog),
  },
  {
    kind: 'stable function in RETURNING',
    why: 'RETURNING is evaluated on the node only: return the column, or take an immutable function (milliseconds)',
    example: 'delete from runs where store_id = $1 returning run_id, started_at::text',
    instead: 'delete from runs where store_id = $1 returning run_id, started_at',
    isBroken: (query, catalog) =>
      expressionNodes(query.fields['returningList'], query, true).some((node) => volatilityOf(node, catalog) !== 'i'),
  },
  {
    kind: 'stable function in ON CONFLICT DO UPDATE',
    why: 'it is evaluated on the node only: excluded has the value of the row, a default included',
    example:
      'insert into retention_cursors (name, due_at) values ($1, $2) on conflict (name) do update set due_at = now()',
    instead:
      'insert into retention_cursors (name, due_at) values ($1, now()) on conflict (name) do update set due_at = excluded.due_at',
    isBroken: (query, catalog) => isMutable(query.fields['onConflict'], catalog),
  },
  {
    kind: 'stable function or default in INSERT … SELECT from tables',
    why: 'Citus writes it wrongly into the statement for the node: name every column with a default, and pass a parameter',
    example:
      'insert into opt_outs (store_id, channel, contact_hash, source) select store_id, $1, contact_hash, $2 from shopper_codes',
    instead:
      'insert into opt_outs (store_id, channel, contact_hash, source, opted_out_at) select store_id, $1, contact_hash, $2, $3 from shopper_codes',
    isBroken: (query, catalog) => {
      const source = sourceOf(query);
      if (!source || !readsTables(source, catalog)) return false;
      const nodes = everyNode([...nodesOf(query.fields['targetList']), source]);
      const found = new Set(nodes.map((node) => volatilityOf(node, catalog)));
      // With a volatile one, such as an identity column, Citus fetches the rows first, and evaluates the others then.
      return !found.has('v') && found.has('s');
    },
  },
  {
    kind: 'parameter in ON CONFLICT of INSERT … SELECT',
    why: 'Citus passes none there unless a table is read: excluded has the value, or VALUES',
    example:
      'insert into retention_cursors (name, due_at) select name, $2 from unnest($1::text[]) as name on conflict (name) do update set due_at = $2',
    instead:
      'insert into retention_cursors (name, due_at) select name, $2 from unnest($1::text[]) as name on conflict (name) do update set due_at = excluded.due_at',
    isBroken: (query, catalog) => {
      const source = sourceOf(query);
      return source !== undefined && !readsTables(source, catalog) && exists(query.fields['onConflict'], isOf('PARAM'));
    },
  },
  {
    kind: 'subquery among VALUES',
    why: 'insert … select, without a stable function',
    example: 'insert into retention_cursors (name, cursor) values ($1, (select store_id from stores limit 1))',
    instead: 'insert into retention_cursors (name, cursor, due_at) select $1, store_id, $2 from stores limit 1',
    isBroken: (query) =>
      isCommand(query, 'insert') &&
      !sourceOf(query) &&
      [query.fields['targetList'], ...rangeOf(query).map(({ fields }) => fields['values_lists'])].some((values) =>
        exists(values, isOf('SUBLINK')),
      ),
  },
  {
    kind: 'array slice set by an UPDATE with FROM',
    why: 'it ends the process of the node: trim_array, or array(select …)',
    example: 'update run_timers t set run_ids = t.run_ids[2:] from stores s where s.store_id = t.store_id',
    instead: 'update run_timers t set run_ids = trim_array(t.run_ids, 1) from stores s where s.store_id = t.store_id',
    isBroken: (query) =>
      isCommand(query, 'update') &&
      rangeOf(query).length > 1 &&
      exists(
        query.fields['targetList'],
        ({ kind, fields }) => kind === 'SUBSCRIPTINGREF' && fields['reflowerindexpr'] !== null,
      ),
  },
  {
    kind: 'stable function over a set in a writing statement',
    why: 'Citus evaluates it beforehand as one value: unnest an array of the right type, or call unnest in FROM',
    example:
      'delete from run_timers t using (select unnest($1::text[])::timestamptz as due_at) given where t.due_at = given.due_at',
    instead:
      'delete from run_timers t using (select unnest($1::timestamptz[]) as due_at) given where t.due_at = given.due_at',
    isBroken: (query, catalog) =>
      exists(query, (node) => volatilityOf(node, catalog) === 's' && everyNode(childrenOf(node), isQuery).some(isSet)),
  },
  {
    kind: 'NOTIFY in a writing statement',
    why: 'with INSERT in WITH its column of type void is refused, and otherwise it may be sent at another node: a statement of its own',
    example:
      "with stored as (update stores set name = $2 where store_id = $1 returning 1) select pg_notify('work', '') from stored",
    instead: "select pg_notify('work', '')",
    whole: true,
    isBroken: (statement, catalog) =>
      writesIn(statement, catalog).length > 0 && calls(statement, (functionOid) => functionOid === pgNotify),
  },
  {
    kind: 'INSERT … SELECT from tables after WITH of tables',
    why: 'the node would ask itself for the result of WITH: two statements, or all tables in WITH',
    example:
      'with gone as (delete from opt_outs returning store_id) insert into retention_cursors (name, due_at) select s.name, $1 from gone join stores s using (store_id)',
    instead:
      'with gone as (delete from opt_outs returning source) insert into retention_cursors (name, due_at) select source, $1 from gone',
    whole: true,
    isBroken: (statement, catalog) => {
      const source = sourceOf(statement);
      if (!source) return false;
      const { cteList, ...besides } = source.fields;
      return (
        readsTables([statement.fields['cteList'] ?? null, cteList ?? null], catalog) &&
        readsTables(Object.values(besides), catalog)
      );
    },
  },
  {
    kind: 'empty select list beside INSERT in WITH',
    why: 'Citus stores the rows of each part, and they need a column',
    example:
      'with stored as (insert into retention_cursors (name) values ($1) returning name) select count(*) from (select from stored limit 1) one',
    instead:
      'with stored as (insert into retention_cursors (name) values ($1) returning name) select count(*) from (select name from stored limit 1) one',
    whole: true,
    isBroken: (statement, catalog) =>
      writesIn(statement, catalog).some((query) => query !== statement && isCommand(query, 'insert')) &&
      [
        statement,
        ...everyNode(statement).flatMap(({ fields }) =>
          nodesOf([fields['subquery'] ?? null, fields['ctequery'] ?? null]),
        ),
      ].some((query) => isCommand(query, 'select') && query.fields['targetList'] === null),
  },
  {
    kind: 'new or old rows of a trigger with a table',
    why: 'the node knows the table by another name: read the rows into a variable first',
    example: 'select e.url from transition_rows r join webhook_endpoints e on e.store_id = r.store_id',
    instead: 'select array_agg(store_id) from transition_rows',
    whole: true,
    isBroken: (statement, catalog) =>
      exists(statement, ({ kind, fields }) => isRange(kind) && catalog.isTransition(scalarOf(fields['relid']))) &&
      readsTables(statement, catalog),
  },
  {
    kind: 'function of SQL that writes or takes a row of a table',
    why: 'Citus plans it without its parameters, and a table of the node has another name: pass columns to a function of plpgsql',
    example: 'select testing_write($1)',
    instead: 'update stores set name = name where store_id = $1',
    whole: true,
    isBroken: (statement, { isUnplannable }) => calls(statement, isUnplannable),
  },
  {
    kind: 'function that creates or drops tables',
    why: 'only the coordinator does that: a job at the address of the owner',
    example: 'select make_timeline_partition($1, $2, $3)',
    instead: 'select run_id from run_timeline_segments where run_id = $1',
    whole: true,
    isBroken: (statement, { changesTables }) => calls(statement, changesTables),
  },
];

/** The oid of pg_notify, which is fixed. */
const pgNotify = '3036';

const calls = (statement: TreeNode, isCalled: (functionOid: string) => boolean): boolean =>
  exists(statement, ({ kind, fields }) => kind === 'FUNCEXPR' && isCalled(scalarOf(fields['funcid'])));

/** The queries of a statement that write into a table of a shard. */
function writesIn(statement: TreeNode, { shardTable }: Catalog): TreeNode[] {
  return everyNode(statement)
    .filter((node) => node.kind === 'QUERY' && isWriting(node))
    .filter((query) => {
      const target = rangeOf(query)[Number(query.fields['resultRelation']) - 1];
      return shardTable(scalarOf(target?.fields['relid'])) !== undefined;
    });
}

/** The rules that a statement breaks. */
export function brokenRules(statement: TreeNode, catalog: Catalog): StatementRule[] {
  const writes = writesIn(statement, catalog);
  return statementRules.filter(({ whole, isBroken }) =>
    (whole ? [statement] : writes).some((query) => isBroken(query, catalog)),
  );
}
