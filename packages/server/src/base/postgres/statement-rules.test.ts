import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cloneDatabase } from '../../testing/test-service.ts';
import { checkStatements } from '../../testing/check-statements.ts';
import { sweepTake } from '../retention/retention.ts';
import { openPool } from './pool.ts';
import { findBroken, findBrokenInFunctions } from './testing/analyse-statements.ts';
import { statementRules } from './testing/statement-rules.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.asOwner(
    `create function testing_write(id uuid) returns void language sql as 'update stores set name = name where store_id = id'`,
  );
});
afterAll(() => database.drop());

const kindsOf = async (text: string): Promise<string[]> => {
  const { broken, unread } = await findBroken(database.ownerUrl, [text]);
  expect(unread).toEqual([]);
  return broken.flatMap(({ rules }) => rules.map(({ kind }) => kind));
};

describe('[SHD6] a statement that Citus refuses is found by its analysis', () => {
  test.each(statementRules)('$kind', async ({ kind, example, instead }) => {
    expect(await kindsOf(example)).toContain(kind);
    expect(await kindsOf(instead)).toEqual([]);
  });

  test.each([
    [
      'an expression of a subquery in FROM',
      'update stores s set name = x.n from (select store_id, created_at::text as n from stores) x where s.store_id = x.store_id',
    ],
    [
      'a column of a join',
      'update stores s set name = x.n from (select a.created_at::text as n, b.store_id from stores a join stores b using (store_id)) x where s.store_id = x.store_id',
    ],
    [
      'a writing query inside a statement that reads',
      'with w as (update runs set finished_at = coalesce(finished_at, now()) where store_id = $1 returning run_id) select count(*) from w',
    ],
    [
      'a default',
      `insert into opt_outs (store_id, channel, contact_hash, source) values ($1, 'email', $2, 'reply') on conflict (store_id, channel, contact_hash) do update set opted_out_at = now()`,
    ],
    [
      'an aggregate',
      'update stores s set name = coalesce((select json_agg(m.type)::text from media m where m.store_id = s.store_id), name)',
    ],
  ])('also in %s', async (_, text) => {
    expect(await kindsOf(text)).not.toEqual([]);
  });

  test.each([
    ['reads', 'select created_at::text from stores where created_at < now() for update'],
    ['writes into a table of users', 'update users set password_hash = coalesce(password_hash, now()::text)'],
    ['evaluates beforehand', 'update stores set deleted_at = now() where store_id = $1'],
    ['has a table of values', 'insert into retention_cursors (name) select name from unnest($1::text[]) as name'],
  ])('not in one that %s', async (_, text) => {
    expect(await kindsOf(text)).toEqual([]);
  });

  test('the functions of the schema have none', async () => {
    const { broken, unread } = await findBrokenInFunctions(
      inject('postgres').replace(/\/[^/?]*(\?|$)/, '/retoma_template$1'),
    );
    expect(broken.map(({ text, rules }) => [text, rules.map(({ kind }) => kind)])).toEqual([]);
    expect(unread.filter((text) => /\b(?:insert|update|delete)\b/i.test(text))).toEqual([]);
  });

  test('a function with one is found', async () => {
    await database.asOwner(`create function testing_trigger() returns trigger language plpgsql as $$
      declare at timestamptz := now();
      begin
        update stores set name = case new.name when 'a' then 'b' else new.name end, deleted_at = now() where store_id = new.store_id;
        return null;
      end $$`);
    await database.asOwner(
      'create trigger testing after insert on stores for each row execute function testing_trigger()',
    );
    const { broken } = await findBrokenInFunctions(database.ownerUrl);
    expect(broken.map(({ rules }) => rules.map(({ kind }) => kind))).toEqual([
      ['CASE with an operand in a writing statement with a stable function'],
    ]);
  });
});

describe('[SHD6] the end of a test run', () => {
  test('knows the statements of the product, with their files, and none of tests', async () => {
    const db = openPool(database.url, 1, () => {});
    const ofTest = 'select 1 as of_a_test';
    await db.query(ofTest);
    await sweepTake(db, 'testing', 0);
    await db.end();
    const folder = inject('statements');
    const recorded = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(recorded.join('')).toContain('"file":"packages/server/src/base/retention/retention.ts"');
    expect(recorded.join('')).not.toContain(ofTest);
  });

  test('names what Citus would refuse, and where it was sent', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-statements-'));
    const note = (text: string): void =>
      appendFileSync(path.join(folder, '1.jsonl'), `${JSON.stringify({ text, file: 'a.ts' })}\n`);
    note('update stores set deleted_at = now()');
    await expect(checkStatements(database.ownerUrl, folder)).resolves.toBeUndefined();
    note(statementRules[0]!.example);
    await expect(checkStatements(database.ownerUrl, folder)).rejects.toThrow(`a.ts: ${statementRules[0]!.kind}`);
    rmSync(folder, { recursive: true });
  });
});
