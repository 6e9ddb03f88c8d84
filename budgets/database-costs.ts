// What an operation costs the database, read from the write-ahead log by pg_walinspect: which records it wrote, and into which table or
// index. The test must have the server for itself; the server's own writes into other databases are left out.
//
// - A row is a record of heap insert, update or delete. A partition counts as its table.
// - An index entry is a record that puts one tuple into a leaf of a B-tree. A row that a partial index excludes makes none, nor does an
//   update that stays within its page (HOT).
// - WAL bytes are the lengths of those records and of their commits, without images of full pages, which depend on checkpoints.
import { Client } from 'pg';
import type { Database } from '../packages/server/src/base/postgres/pool.ts';
import { StatementCounter, type StatementCounts } from './statements.ts';

/** What was written into one table or index. */
export type Writes = {
  readonly inserted?: number;
  readonly updated?: number;
  readonly deleted?: number;
  /** Index entries; only for an index. */
  readonly entries?: number;
  readonly walBytes: number;
};

/** The costs of one operation. */
export type DatabaseCosts = {
  readonly writes: Readonly<Record<string, Writes>>;
  readonly statements: StatementCounts;
};

/**
 * Work to be measured. `operations`: how many operations it does; costs are their average. `without`: relations and statements that depend
 * on time, left out.
 */
export type Measured = { operations: number; work: () => Promise<void>; without?: RegExp };

type RecordRow = { relation: string; kind: string; count: number; bytes: number };

const recordsOf = `
  with blocks as (
    select b.start_lsn, b.xid, b.relfilenode, b.record_length, b.resource_manager as manager, b.record_type as type, b.description
    from pg_get_wal_block_info($1, $2, false) b
    where b.block_id = 0 and b.reldatabase = (select oid from pg_database where datname = current_database())
  ), relations as (
    select pg_relation_filenode(c.oid) as relfilenode,
      coalesce('toast of ' || owner.relname, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text) as name
    from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    left join pg_class owner on owner.reltoastrelid in (c.oid, i.indrelid)
    where c.relkind in ('r', 'i', 't')
  ), records as (
    select r.name as relation, case when b.type like 'SPLIT%' then 0 else b.record_length end as bytes,
      case
        when b.manager = 'Heap' and b.type like 'INSERT%' then 'inserted'
        when b.manager = 'Heap' and b.type in ('UPDATE', 'HOT_UPDATE', 'UPDATE+INIT') then 'updated'
        when b.manager = 'Heap' and b.type = 'DELETE' then 'deleted'
        when b.manager = 'Heap2' and b.type like 'MULTI_INSERT%' then 'many inserted'
        when b.manager = 'Btree' and b.type in ('INSERT_LEAF', 'INSERT_POST') then 'entries'
        when b.manager = 'Btree' and b.type in ('SPLIT_L', 'SPLIT_R') and b.description like 'level: 0,%' then 'entries'
        else 'other'
      end as kind
    from blocks b join relations r using (relfilenode)
    where b.manager <> 'XLOG' and not (b.manager = 'Heap2' and b.type like any (array['PRUNE%', 'VISIBLE%', 'FREEZE%']))
    union all
    select 'commits', w.record_length, 'other'
    from pg_get_wal_records_info($1, $2) w
    where w.resource_manager = 'Transaction' and w.record_type like 'COMMIT%' and w.xid in (select xid from blocks)
  )
  select relation, kind, count(*), sum(bytes)::bigint as bytes from records group by relation, kind`;

/** Measures the costs of work on one database. */
export class DatabaseMeter {
  readonly #client: Client;
  readonly #statements: StatementCounter;

  private constructor(client: Client, statements: StatementCounter) {
    this.#client = client;
    this.#statements = statements;
  }

  /** Opens a meter and turns autovacuum off. `pools`: the pools of which statements are counted. */
  static async open(pools: readonly Database[], databaseUrl: string): Promise<DatabaseMeter> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('create extension if not exists pg_walinspect');
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
    return new DatabaseMeter(client, new StatementCounter(...pools));
  }

  /** The average costs of one operation, rounded. What happens in fewer than half of the operations, such as a page split, is left out. */
  async measure({ operations, work, without }: Measured): Promise<DatabaseCosts> {
    const from = await this.#flushed();
    this.#statements.take();
    await work();
    const counts = this.#statements.take();
    const { rows } = await this.#client.query<RecordRow>(recordsOf, [from, await this.#flushed()]);
    const each = (total: number): number => Math.round(total / operations);
    const writes: Record<string, Record<string, number>> = {};
    for (const { relation, kind, count, bytes } of rows.toSorted((one, other) =>
      one.relation < other.relation ? -1 : 1,
    )) {
      if (kind === 'many inserted') throw new Error(`${relation} is written by COPY, whose rows this does not count`);
      if (without?.test(relation)) continue;
      const known = writes[relation] ?? { walBytes: 0 };
      // TOAST rows are not counted: their number depends on how well a value is compressed.
      const isCounted = kind !== 'other' && !relation.startsWith('toast of') && each(count) > 0;
      writes[relation] = { ...known, ...(isCounted && { [kind]: each(count) }) };
      writes[relation]['walBytes'] = known['walBytes']! + bytes / operations;
    }
    return {
      writes: Object.fromEntries(
        Object.entries(writes)
          .map(([name, { walBytes, ...counts }]) => [name, { ...counts, walBytes: Math.round(walBytes!) }] as const)
          .filter(([, { walBytes, ...counts }]) => walBytes > 4 || Object.keys(counts).length > 0),
      ),
      statements: Object.fromEntries(
        Object.entries(counts)
          .map(([name, count]) => [name, each(count)] as const)
          .filter(([name, count]) => count > 0 && !without?.test(name))
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
    };
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /**
   * The end of the log after flushing it: a synchronous commit waits until all earlier records are written. It is the end of a record; the
   * position that the server reports as flushed may be in the middle of one.
   */
  async #flushed(): Promise<string> {
    await this.#client.query('begin');
    await this.#client.query('set local synchronous_commit = on');
    const { rows } = await this.#client.query<{ lsn: string }>(
      `select pg_logical_emit_message(true, 'budget', '')::text as lsn`,
    );
    await this.#client.query('commit');
    return rows[0]!.lsn;
  }
}

/** The costs of `more` minus those of `less`. */
export function difference(more: DatabaseCosts, less: DatabaseCosts): DatabaseCosts {
  const counts = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>> = {}) =>
    Object.fromEntries(
      Object.entries(one)
        .map(([name, count]) => [name, count - (other[name] ?? 0)] as const)
        .filter(([, count]) => count !== 0),
    );
  const writes = Object.entries(more.writes)
    .map(([name, one]) => [name, { walBytes: 0, ...counts(one, less.writes[name]) }] as const)
    .filter(([, { walBytes, ...rest }]) => walBytes !== 0 || Object.keys(rest).length > 0);
  return { writes: Object.fromEntries(writes), statements: counts(more.statements, less.statements) };
}
