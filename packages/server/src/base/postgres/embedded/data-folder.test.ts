import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseRefused } from '../refusals.ts';
import { explainFileError, explainFailedStart, hasDatabase } from './data-folder.ts';
import { startEmbedded } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const made = mkdtempSync(path.join(os.tmpdir(), 'retoma-data-'));
/** A stopped embedded PostgreSQL, to be copied. */
let original: string;
let home = path.join(made, 'none/postgres');
beforeAll(async () => {
  chmodSync(made, 0o755);
  original = path.join(made, 'original/postgres');
  await (await startEmbedded(original, { disposable: true })).stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
afterEach(() => rmSync(path.dirname(home), { recursive: true, force: true }));

/** A copy of the data, with one change. */
function copied(change: (data: string) => void): string {
  home = path.join(mkdtempSync(path.join(made, 'copy-')), 'postgres');
  chmodSync(path.dirname(home), 0o755);
  cpSync(original, home, { recursive: true, preserveTimestamps: true });
  if (isRoot) chownAll(home, 65_534);
  const data = path.join(home, 'data');
  change(data);
  return data;
}

function chownAll(folder: string, uid: number): void {
  chownSync(folder, uid, uid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, entry), uid, uid);
}

/** Every file of a folder with its size and time of change, but for what each start of PostgreSQL writes. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((entry) => !entry.startsWith('postmaster.') && statSync(path.join(folder, entry)).isFile())
    .map((entry) => {
      const { size, mtimeMs, uid } = statSync(path.join(folder, entry));
      return `${entry} ${size} ${mtimeMs} ${uid}`;
    })
    .sort();

async function refusalOf(data: string): Promise<DatabaseRefused> {
  const before = filesIn(data);
  const error: unknown = await startEmbedded(path.dirname(data), { disposable: true }).then(
    ({ stop }) => stop(),
    (reason: unknown) => reason,
  );
  expect(filesIn(data)).toEqual(before);
  expect(readdirSync(path.dirname(data)).filter((name) => name.startsWith('data.'))).toEqual([]);
  expect(error).toBeInstanceOf(DatabaseRefused);
  return error as DatabaseRefused;
}

describe('[CHK27] data that the embedded PostgreSQL cannot open are left as they are', () => {
  test('those of another main version, with both versions and what to do', async () => {
    const refused = await refusalOf(copied((data) => writeFileSync(path.join(data, 'PG_VERSION'), '16\n')));
    expect(refused.code).toBe('DATA_OF_OTHER_VERSION');
    expect(refused.message).toMatch(/foram criados pelo PostgreSQL 16, e esta versão do Retoma inclui o \d+\./);
    expect(refused.message).toContain('pg_dump');
  });

  test('files of something else', async () => {
    const refused = await refusalOf(
      copied((data) => {
        rmSync(data, { recursive: true });
        mkdirSync(data);
        writeFileSync(path.join(data, 'ibdata1'), 'of another database');
        if (isRoot) chownAll(data, 65_534);
      }),
    );
    expect(refused.code).toBe('NO_DATA_FOLDER');
  });

  test('damaged ones, with what PostgreSQL says', async () => {
    const refused = await refusalOf(
      copied((data) => {
        const file = path.join(data, 'global/pg_control');
        writeFileSync(file, readFileSync(file).fill(0));
      }),
    );
    expect(refused.code).toBe('DATABASE_NOT_STARTED');
    expect(refused.message).toContain(path.join(home, 'postgres.log'));
  });

  test.runIf(isRoot)('those of another user, with both users; nothing is handed over', async () => {
    const data = copied(() => chownAll(home, 12_345));
    const refused = await refusalOf(data);
    expect(refused.code).toBe('DATA_OF_OTHER_USER');
    expect(refused.message).toMatch(/belongs to the user 12345, but must belong to nobody/);
    expect(refused.message).toContain(`sudo chown -R nobody ${path.dirname(home)}`);
    expect(statSync(home).uid).toBe(12_345);
  });
});

describe('[CHK27] a data folder', () => {
  const needed = ['PG_VERSION', 'global/pg_control', 'postgresql.conf', 'pg_hba.conf'];
  let data: string;
  beforeEach(() => {
    data = path.join(mkdtempSync(path.join(made, 'folder-')), 'data');
    mkdirSync(path.join(data, 'global'), { recursive: true });
    for (const file of needed) writeFileSync(path.join(data, file), '');
    if (isRoot) chownAll(data, 65_534);
  });

  test('holds a database, or nothing', () => {
    expect(hasDatabase(data)).toBe(true);
    rmSync(data, { recursive: true });
    expect(hasDatabase(data)).toBe(false);
    mkdirSync(data);
    if (isRoot) chownAll(data, 65_534);
    expect(hasDatabase(data)).toBe(false);
  });

  test.each(needed)('without %s is refused', (file) => {
    rmSync(path.join(data, file));
    expect(() => hasDatabase(data)).toThrow(
      expect.objectContaining({ code: 'NO_DATA_FOLDER', message: expect.stringContaining(file) as string }) as Error,
    );
  });

  test('that is a file is refused', () => {
    rmSync(data, { recursive: true });
    writeFileSync(data, '');
    if (isRoot) chownSync(data, 65_534, 65_534);
    expect(() => hasDatabase(data)).toThrow(expect.objectContaining({ code: 'NO_ACCESS' }) as Error);
  });
});

describe('[CHK27] why PostgreSQL did not start', () => {
  const codeOf = (output: string): string =>
    explainFailedStart({
      data: '/nowhere',
      log: '/nowhere/postgres.log',
      address: '127.0.0.1:5432',
      version: '18',
      output,
    }).code;
  test.each([
    ['FATAL:  could not write to file "pg_wal/xlogtemp.42": No space left on device', 'DISK_FULL'],
    ['initdb: error: could not create directory "/x/base": Disk quota exceeded', 'DISK_FULL'],
    [
      'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\nFATAL:  could not create any TCP/IP sockets',
      'ADDRESS_IN_USE',
    ],
    [
      'FATAL:  lock file "/x/.s.PGSQL.5432.lock" already exists\nHINT:  Is another postmaster using socket file "/x"?',
      'ADDRESS_IN_USE',
    ],
    ['FATAL:  lock file "postmaster.pid" already exists', 'DATABASE_NOT_STARTED'],
    ['', 'DATABASE_NOT_STARTED'],
  ])('%s', (output, code) => expect(codeOf(output)).toBe(code));

  test('is its last fatal message, with details and hint', () => {
    const output = [
      '2026-03-10 12:00:00 UTC [1] FATAL:  an old one',
      '2026-03-10 12:00:01 UTC [2] FATAL:  data directory "/x" has invalid permissions',
      '2026-03-10 12:00:01 UTC [2] DETAIL:  Permissions should be u=rwx (0700).',
      'pg_ctl: could not start server',
    ].join('\n');
    const { message } = explainFailedStart({ data: '/x', log: '/l', address: '', version: '18', output });
    expect(message).toContain(
      'could not start with the data in /x: data directory "/x" has invalid permissions Permissions should be u=rwx (0700).',
    );
    expect(message).not.toContain('an old one');
  });
});

describe('[CHK27] an error of a file', () => {
  const of = (code: string, file: string): unknown =>
    explainFileError(Object.assign(new Error('x'), { code, path: file }), made);

  test.each([
    ['EROFS', 'NO_ACCESS'],
    ['EACCES', 'NO_ACCESS'],
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
  ])('%s below RETOMA_HOME is %s', (code, wanted) => {
    expect(of(code, path.join(made, 'secret'))).toMatchObject({ code: wanted });
  });

  test.each([
    ['EACCES', `${made}-other/secret`],
    ['EISDIR', path.join(made, 'secret')],
    ['EACCES', undefined],
  ])('%s of %s stays as it is', (code, file) => {
    const error = Object.assign(new Error('x'), { code, ...(file && { path: file }) });
    expect(explainFileError(error, made)).toBe(error);
  });
});
