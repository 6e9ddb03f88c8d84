import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultsOfMigration, statementsOf } from './testing/migration-rules.ts';

const folder = path.join(import.meta.dirname, 'migrations');

/** The last migration of the first release; null: there is no release, so no older program can run beside a newer one. */
const lastOfFirstRelease = null as string | null;

const files = readdirSync(folder).sort();

test('every migration after the first release is compatible with the release before', () => {
  const checked = lastOfFirstRelease === null ? [] : files.filter((file) => file > lastOfFirstRelease);
  const faults = checked.map(
    (file) => [file, faultsOfMigration(readFileSync(path.join(folder, file), 'utf8'))] as const,
  );
  expect(faults.filter(([, found]) => found.length > 0)).toEqual([]);
});

test('migration numbers are unique, also after concurrent additions', () => {
  expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
});

test('statements are found between functions, strings and comments', () => {
  const sql = `
    create function f() returns trigger language plpgsql as $$ begin update runs set held = true; end $$;
    -- drop table runs;
    insert into words values ('a; drop table runs');`;
  expect(statementsOf(sql)).toHaveLength(2);
  expect(faultsOfMigration(sql)).toEqual([]);
});

describe('compatible with the release before', () => {
  test.each([
    'create table colors (color_id uuid primary key, name text not null); create index on colors (name)',
    'alter table runs add note text',
    `alter table runs add column note text not null default ''`,
    'alter table runs add constraint note_short check (length(note) < 100) not valid',
    'alter table runs add a int, add b numeric(10, 2) not null default 0',
    '-- no-transaction\ncreate index concurrently if not exists runs_note on runs (note)',
    '-- no-transaction\nalter table runs validate constraint note_short',
    '-- contract: no program since 0.4 reads or writes it\nalter table runs drop column note',
  ])('%s', (sql) => expect(faultsOfMigration(sql)).toEqual([]));
});

describe('incompatible with the release before', () => {
  test.each([
    ['drop table runs', 'reads it'],
    ['alter table runs drop column note', 'reads it'],
    ['alter table runs rename column note to remark', 'old name'],
    ['alter table runs alter column note type int', 'rewrites'],
    ['alter table runs alter note set not null', 'may write null'],
    ['alter table runs add note text not null', 'does not write it'],
    ['alter table runs add a int default 0, add note text not null', 'does not write it'],
    ['alter table runs add constraint note_short check (length(note) < 100)', 'not valid'],
    ['alter table runs add foreign key (store_id) references stores', 'not valid'],
    ['create index on runs (note)', 'concurrently'],
    ['create unique index runs_note on runs (note)', 'concurrently'],
    [`update runs set note = 'x'`, 'small parts'],
    ['-- no-transaction\ncreate index concurrently runs_note on runs (note)', 'if not exists'],
    [
      '-- no-transaction\nalter table runs add if not exists a int;\nalter table runs add if not exists b int',
      'one statement',
    ],
  ])('%s', (sql, why) => expect(faultsOfMigration(sql).join('\n')).toContain(why));
});
