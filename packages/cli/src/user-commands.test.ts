import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUser, PanelBrowser, password } from '../../server/src/app/http/panel/testing/browser.ts';
import { newId } from '../../server/src/base/ids.ts';
import { startTestService, type TestService } from '../../server/src/testing/test-service.ts';
import { UsageError, type CommandOutput, type Input } from './command.ts';
import { userCommands } from './commands/user.ts';

let service: TestService;
let home: string;
beforeAll(async () => {
  service = await startTestService();
  home = mkdtempSync(path.join(os.tmpdir(), 'retoma-users-'));
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Runs in this process; cli.test.ts tests the parsing of command line arguments. */
function retoma(name: keyof typeof userCommands, values: Input['values'] = {}): Promise<CommandOutput> {
  const environment = { DATABASE_URL: service.databaseUrl, RETOMA_HOME: home };
  return userCommands[name].run({ values, args: [], json: true, environment });
}

const json = async <T>(...args: Parameters<typeof retoma>): Promise<T> => (await retoma(...args)).json as T;

const ana = 'ana@loja.example';

describe('retoma user', () => {
  test('[AUT5] grant, list and revoke manage the users of a store', async () => {
    const { storeId } = service;
    const userId = await newUser(service, ana);
    const bia = await newUser(service, 'bia@loja.example');
    const granted = await json('user grant', { email: 'Ana@Loja.example', store: storeId, role: 'owner' });
    expect(granted).toEqual({ userId, storeId, role: 'owner' });
    const name = 'Loja Aurora';
    const owner = {
      userId,
      email: ana,
      name: null,
      totp: false,
      passkeys: 0,
      stores: [{ storeId, name, role: 'owner' }],
    };
    const outsider = { userId: bia, email: 'bia@loja.example', name: null, totp: false, passkeys: 0, stores: [] };
    expect(await json('user list')).toEqual({ users: [owner, outsider] });
    expect(await json('user list', { store: storeId })).toEqual({ users: [owner] });
    expect(await json('user list', { store: newId() })).toEqual({ users: [] });
    expect((await retoma('user list')).text).toBe(`${ana}\n  ${storeId}  owner    ${name}\nbia@loja.example`);

    const browser = new PanelBrowser(service);
    await browser.post('/sign-in', { email: ana, password });
    expect((await browser.get('/me')).body).toMatchObject({ stores: [{ role: 'owner' }] });
    await json('user grant', { email: 'bia@loja.example', store: storeId, role: 'owner' });
    const revoked = await json('user revoke', { email: ana, store: storeId });
    expect(revoked).toEqual({ userId, storeId, revoked: true });
    expect((await browser.get('/me')).body).toMatchObject({ stores: [] });
  });

  test('[AUT1][AUT4] reset sets a new password, ends sessions and removes the second factor on request', async () => {
    const email = 'caio@loja.example';
    const userId = await newUser(service, email);
    await service.context.db.query(
      `insert into second_factors (user_id, secret, confirmed_at) values ($1, '\\x00', now())`,
      [userId],
    );
    await service.context.db.query(
      `insert into sessions values (decode(repeat('00', 32), 'hex'), $1, now(), now(), now() + interval '1 day')`,
      [userId],
    );
    type Reset = { password: string; secondFactorRemoved: boolean };
    const first = await json<Reset>('user reset', { email });
    expect(first).toMatchObject({ userId, email, secondFactorRemoved: false });
    const second = await json<Reset>('user reset', { email, 'second-factor': true });
    expect(second.secondFactorRemoved).toBe(true);
    const { rows } = await service.context.db.query('select from sessions where user_id = $1', [userId]);
    expect(rows).toEqual([]);
    const browser = new PanelBrowser(service);
    const signIn = (password: string) => browser.code(browser.post('/sign-in', { email, password }));
    expect(await signIn(password)).toBe('WRONG_SIGN_IN');
    expect(await signIn(first.password)).toBe('WRONG_SIGN_IN');
    expect(await signIn(second.password)).toBe(200);
  });

  test('[AUT5] an error has a code and exit status 1', async () => {
    const { storeId } = service;
    const dora = 'dora@loja.example';
    await newUser(service, dora, 'reader');
    const owner = (
      await json<{ users: { email: string; stores: { role: string }[] }[] }>('user list', { store: storeId })
    ).users.find(({ stores }) => stores[0]!.role === 'owner');
    const sole = owner!.email;
    const outsider = 'x@loja.example';
    const cases: [keyof typeof userCommands, Input['values'], string][] = [
      ['user grant', { email: outsider, store: storeId, role: 'owner' }, 'USER_NOT_FOUND'],
      ['user grant', { email: dora, store: newId(), role: 'owner' }, 'STORE_NOT_FOUND'],
      ['user revoke', { email: ana, store: storeId }, 'NOT_A_MEMBER'],
      ['user revoke', { email: sole, store: storeId }, 'LAST_OWNER'],
      ['user grant', { email: sole, store: storeId, role: 'editor' }, 'LAST_OWNER'],
      ['user reset', { email: outsider }, 'USER_NOT_FOUND'],
    ];
    for (const [name, values, code] of cases) {
      expect(await retoma(name, values)).toMatchObject({ exitCode: 1, json: { error: code } });
    }
    await expect(retoma('user grant', { email: dora, store: storeId, role: 'admin' })).rejects.toThrow(UsageError);
  });
});
