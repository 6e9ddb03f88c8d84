import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../server/src/testing/test-service.ts';
import { commands } from './commands/index.ts';
import { helpOf } from './help.ts';
import { minimalEnvironment, main, runCli, spawnCli, type Ran } from './testing/run-cli.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let home: string;

beforeAll(async () => {
  database = await cloneDatabase();
  home = mkdtempSync(path.join(os.tmpdir(), 'retoma-cli-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

const environment = (): Record<string, string> => ({
  ...minimalEnvironment(),
  DATABASE_URL: database.url,
  RETOMA_HOME: home,
});

const retoma = (...args: string[]): Promise<Ran> => runCli(args, environment());

async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await retoma(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as T;
}

describe('retoma', () => {
  test('a mistyped command is answered with the one that was probably meant', async () => {
    const { code, stderr } = await runCli(['validade', 'fluxo.json'], minimalEnvironment());
    expect([code, stderr]).toEqual([2, 'unknown command: validade; did you mean validate?\n']);
  });

  test('store, key and user commands set up a fresh installation', async () => {
    const { storeId } = await json<{ storeId: string }>('store', 'create', '--name', 'Loja da Ana');
    const { key, keyId } = await json<{ key: string; keyId: string }>('key', 'create', '--store', storeId);
    expect(key).toMatch(/^rtm_live_[0-9A-Za-z]{54}$/);
    const secret = await json<{ key: string }>('key', 'create', '--store', storeId, '--kind', 'secret');
    await json('key', 'create', '--store', storeId, '--kind', 'secret', '--scopes', 'orders:read,events:write');
    const listed = await json<{ keys: { scopes: string[] | null }[] }>('key', 'list', '--store', storeId);
    expect(listed.keys.map(({ scopes }) => scopes)).toContainEqual(['orders:read', 'events:write']);
    expect(secret.key).toMatch(/^rtm_secret_/);
    await json('store', 'set', storeId, '--active', 'false', '--domain', 'Pagar.Loja.Example', '--signed-only', 'true');
    const { stores } = await json<{ stores: object[] }>('store', 'list');
    expect(stores).toEqual([
      {
        storeId,
        name: 'Loja da Ana',
        active: false,
        signedCartsOnly: true,
        domain: 'pagar.loja.example',
        domainActive: false,
        demo: false,
        example: false,
      },
    ]);
    const webhook = await json<{ secret: string }>('store', 'webhook-secret', storeId);
    expect(webhook.secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(await json('store', 'webhook-secret', storeId.toUpperCase())).toMatchObject({ secret: webhook.secret });
    const rotated = await json<{ keyId: string; old: { keyId: string; endsAt: string } }>('key', 'rotate', keyId);
    const hours = (Date.parse(rotated.old.endsAt) - Date.now()) / 3_600_000;
    expect([rotated.old.keyId, Math.round(hours)]).toEqual([keyId, 24]);
    expect(await json('key', 'revoke', rotated.keyId)).toEqual({ keyId: rotated.keyId, revoked: true });
    const user = await json<{ email: string; password: string }>('user', 'create', '--email', 'Ana@Loja.example');
    expect(user).toMatchObject({ email: 'ana@loja.example', password: expect.stringMatching(/^[\w-]{20}$/) as string });
    expect(await json('store', 'delete', storeId, '--yes')).toEqual({ storeId, deleted: true });
    expect(await json('store', 'list')).toEqual({ stores: [] });
    expect(await json('migrate')).toEqual({ migrated: [] });
  });

  test.each([
    [['key', 'revoke', '0123456789abcdef'], 'KEY_NOT_FOUND'],
    [['store', 'set', '01a1fe41-b4e3-73ce-8687-e74d81e654ba', '--active', 'true'], 'STORE_NOT_FOUND'],
    [['key', 'create', '--store', '01a1fe41-b4e3-73ce-8687-e74d81e654ba'], 'STORE_NOT_FOUND'],
    [['store', 'webhook-secret', '01a1fe41-b4e3-73ce-8687-e74d81e654ba'], 'STORE_NOT_FOUND'],
    [['user', 'create', '--email', 'nobody'], 'INVALID_EMAIL'],
    [['store', 'create', '--name', 'x'.repeat(201)], 'INVALID_NAME'],
  ])('%j is an error with a code: exit 1', async (args, code) => {
    const wrong = await retoma(...args, '--json');
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: code });
    const forPeople = await retoma(...args);
    expect([forPeople.code, forPeople.stdout]).toEqual([1, '']);
    expect(forPeople.stderr.length).toBeGreaterThan(10);
  });

  test.each([
    [['nothing']],
    [['store', 'set']],
    [['store', 'create']],
    [['store', 'create', '--nam', 'x']],
    [['store', 'set', 'x', '--active', 'true']],
    [['store', 'set', '01a1fe41-b4e3-73ce-8687-e74d81e654ba', '--active', 'maybe']],
    [['store', 'set', '01a1fe41-b4e3-73ce-8687-e74d81e654ba', '--domain', 'https://a.example/']],
    [['store', 'delete', '01a1fe41-b4e3-73ce-8687-e74d81e654ba']],
    [['key', 'create', '--store', '01a1fe41-b4e3-73ce-8687-e74d81e654ba', '--kind', 'root']],
    [['key', 'create', '--store', '01a1fe41-b4e3-73ce-8687-e74d81e654ba', '--scopes', 'orders:read']],
    [['key', 'create', '--store', '01a1fe41-b4e3-73ce-8687-e74d81e654ba', '--kind', 'secret', '--scopes', 'orders']],
    [['serve', '--port', 'eighty']],
  ])('%j is wrong usage: exit 2, text on stderr, nothing on stdout', async (args) => {
    const { code, stdout, stderr } = await retoma(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.length).toBeGreaterThan(5);
  });

  test.each([
    [0, ['store', 'list']],
    [1, ['key', 'revoke', '0123456789abcdef']],
    [2, ['store', 'set']],
  ])('as a process it exits with %i and the same output', async (code, args) => {
    const [spawned, ran] = await Promise.all([spawnCli(args, environment()), retoma(...args)]);
    expect(spawned).toEqual(ran);
    expect(spawned.code).toBe(code);
  });

  test('every command has --help, and the overview lists every command', async () => {
    const [overview, help] = await Promise.all([retoma('--help'), retoma('store', 'create', '--help')]);
    expect([overview.code, help.code]).toEqual([0, 0]);
    expect(help.stdout).toBe(`${helpOf(commands['store create']!)}\n`);
    const names = [...overview.stdout.matchAll(/^ {2}retoma ((?:[a-z-]+ ?)+?) {2}/gm)].map(([, name]) => name!.trim());
    expect(names).toEqual(Object.keys(commands));
    for (const [name, command] of Object.entries(commands)) {
      expect(helpOf(command)).toContain(`Usage: retoma ${name}`);
      expect(helpOf(command)).toContain('--json');
    }
  });
});

describe('retoma serve', () => {
  /** Starts the service and waits for its JSON line. */
  async function serve(
    ...args: string[]
  ): Promise<{ baseUrl: string; stop: (signal: NodeJS.Signals) => Promise<number | null> }> {
    const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--json', ...args], { env: environment() });
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
    );
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    const stop = (signal: NodeJS.Signals): Promise<number | null> =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill(signal);
      });
    return { baseUrl, stop };
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops it gracefully, with status 0', async (signal) => {
    const { baseUrl, stop } = await serve();
    expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
    expect(await stop(signal)).toBe(0);
    await expect(fetch(`${baseUrl}/health/live`)).rejects.toThrow();
  });

  test('a port in use gives a clear message with the remedy, and status 1', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as net.AddressInfo;
    const { code, stderr } = await spawnCli(['serve', '--port', String(port)], environment());
    server.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is already in use`);
    expect(stderr).toContain(`PORT=${port + 1}`);
  });

  test('an unusable database is reported as text', async () => {
    const env = { ...environment(), DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', DATABASE_WAIT_MS: '0' };
    const ran = await spawnCli(['serve'], env);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('Cannot use the database of DATABASE_URL');
  });

  test('the demo store is created once; every start prints the same keys', async () => {
    const demoOf = async (): Promise<unknown> => {
      const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--json', '--demo'], { env: environment() });
      const line = await new Promise<string>((resolve) =>
        child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
      );
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      return (JSON.parse(line) as { demo: unknown }).demo;
    };
    const first = (await demoOf()) as { storeId: string };
    expect(first).toMatchObject({
      checkoutKey: expect.stringMatching(/^rtm_test_[0-9A-Za-z]{54}$/) as string,
      user: { email: 'dona@aurora.example', password: expect.stringMatching(/^[\w-]{20}$/) as string },
    });
    expect(await demoOf()).toEqual(first);
    const { automations } = await json<{ automations: object[] }>('automation', 'list', '--store', first.storeId);
    expect(automations).toMatchObject([{ trigger: 'pix.generated', active: true, publishedVersion: 1 }]);
    const { connections } = await json<{ connections: object[] }>('connection', 'list', '--store', first.storeId);
    const channels = connections.map((connection) => (connection as { channel: string }).channel);
    expect(channels).toEqual(['email', 'sms', 'whatsapp']);
  });

  test('work runs until a signal stops it', async () => {
    const child = spawn(process.execPath, [main, 'work'], { env: environment() });
    await new Promise((resolve) => child.stderr.once('data', resolve));
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });
});
