import { unaudited } from '../../server/src/members/audit/testing/unaudited.ts';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  paymentAccountSetLastError,
  paymentAccountStatuses,
} from '../../server/src/providers/payments/queries/payment-accounts.ts';
import { deriveKey } from '../../server/src/base/crypto/derive-keys.ts';
import { createStore } from '../../server/src/stores/manage-stores.ts';
import { setPaymentAccount } from '../../server/src/providers/connections/testing/set-unverified.ts';
import { paymentAccountOf } from '../../server/src/providers/connections/payments/load-account.ts';
import type { Ran } from './testing/run-cli.ts';
import { useCli } from './testing/use-cli.ts';

const secret = 'a secret for tests of thirty-two characters';
const token = 'APP_USR-6789012345-secret';
const cli = useCli();

const retoma = (args: string[], environment: Record<string, string> = {}): Promise<Ran> =>
  cli.run(['payment', ...args], { RETOMA_SECRET: secret, ...environment });

const json = <T>(args: string[], environment: Record<string, string> = {}): Promise<T> =>
  cli.json<T>(['payment', ...args], { RETOMA_SECRET: secret, ...environment });

function file(name: string, content: unknown): string {
  const fullPath = path.join(cli.home, name);
  writeFileSync(fullPath, typeof content === 'string' ? content : JSON.stringify(content));
  return fullPath;
}

const newStore = async (): Promise<string> => (await createStore(cli.db, 'Loja da Ana')).storeId;
const parts = () => ({ db: cli.db, credentialsKey: deriveKey(secret, 'credentials') });
/** An existing account at Mercado Pago. */
async function made(storeId: string, methods: ('pix' | 'boleto' | 'card')[]): Promise<string> {
  const settings = { publicKey: 'APP_USR-1234567890' };
  const credentials = { accessToken: token };
  const answer = await setPaymentAccount(
    parts(),
    storeId,
    { provider: 'mercadopago', settings, credentials, methods },
    unaudited,
  );
  if (!answer.ok) throw new Error(answer.code);
  return answer.accountId;
}
const pixKey = { key: '+5511987654321', name: 'Ana Lima', city: 'Recife' };

describe('retoma payment', () => {
  test('[COM15] set connects a payment method to a provider, with secrets from the environment; other methods stay', async () => {
    const storeId = await newStore();
    const mercadopago = await made(storeId, ['pix', 'card']);
    const pix = ['set', '--store', storeId, '--provider', 'pix-key', '--settings', file('pix.json', pixKey)];
    // [COM15] A method of another account moves only with its own option, after the move was stated.
    expect(await retoma([...pix, '--methods', 'pix'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PIX passa de mercadopago para pix-key; pagamentos já gerados') as string,
    });
    expect(await retoma([...pix, '--move', 'pix'])).toEqual({
      code: 0,
      stdout: 'PIX: recebido agora por pix-key.\n',
      stderr: '',
    });
    const credentials = { accessToken: 'APP_USR-0000000000', webhookSecret: 'a secret of webhooks' };
    const boleto = ['set', '--store', storeId, '--provider', 'mercadopago', '--methods', 'boleto'];
    const environment = { MP: JSON.stringify(credentials), MERCADOPAGO_URL: 'http://127.0.0.1:1' };
    const result = await retoma([...boleto, '--credentials-env', 'MP'], environment);
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining('PRIVATE_ADDRESS')]);
    const answer = await json([...boleto, '--credentials-env', 'MP', '--save-anyway'], environment);
    expect(answer).toEqual({
      accountId: mercadopago,
      provider: 'mercadopago',
      methods: ['boleto'],
      verified: false,
      webhookPath: `/webhooks/payments/${mercadopago}`,
    });
    expect(await paymentAccountStatuses(cli.db, storeId)).toMatchObject([
      { provider: 'mercadopago', settings: { publicKey: 'APP_USR-1234567890' }, methods: ['boleto', 'card'] },
      { provider: 'pix-key', settings: pixKey, methods: ['pix'] },
    ]);
    expect(await paymentAccountOf(parts(), mercadopago)).toMatchObject({ credentials });
  });

  test('list shows payment accounts and their last error, never a secret; remove deletes a payment method', async () => {
    const [storeId, unpaid] = [await newStore(), await newStore()];
    const accountId = await made(storeId, ['card']);
    await paymentAccountSetLastError(cli.db, accountId, 'ACCESS_TOKEN');
    const list = ['list', '--store', storeId];
    const [empty, inEnglish, asJson] = await Promise.all([
      retoma(['list', '--store', unpaid]),
      retoma([...list, '--lang', 'en']),
      retoma([...list, '--json']),
    ]);
    expect(empty.stdout).toContain('Nenhuma forma de pagamento');
    expect(inEnglish.stdout).toBe(`mercadopago  ${accountId}  card: error: ACCESS_TOKEN\n`);
    const settings = { publicKey: 'APP_USR-1234567890', installments: 12 };
    const state = { account: null, verifiedAt: null, firstWebhookAt: null, fallbackFor: [] };
    expect(JSON.parse(asJson.stdout)).toEqual({
      accounts: [
        { accountId, provider: 'mercadopago', settings, methods: ['card'], lastError: 'ACCESS_TOKEN', ...state },
      ],
    });
    const remove = ['remove', '--store', storeId, '--method', 'card'];
    expect(await json(remove)).toEqual({ method: 'card', removed: true });
    expect(await retoma(remove)).toMatchObject({ code: 1, stdout: '' });
  });

  test('unknown or invalid settings are refused with the member, never with its value', async () => {
    const storeId = await newStore();
    const set = ['set', '--store', storeId, '--provider', 'mercadopago', '--methods', 'pix'];
    const settings = ['--settings', file('good.json', { publicKey: 'APP_USR-1234567890' })];
    const refused = async (...args: string[]): Promise<{ error: string; message: string }> => {
      const { code, stdout, stderr } = await retoma([...set, ...args, '--json']);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      return JSON.parse(stdout) as { error: string; message: string };
    };
    const [none, wrong, odd] = await Promise.all([
      refused(...settings),
      refused(...settings, '--credentials', file('wrong.json', { accessToken: 'hunter2-hunter2' })),
      refused('--settings', file('odd.json', '[]')),
    ]);
    expect(none).toMatchObject({ error: 'WRONG_CREDENTIALS' });
    expect(wrong).toMatchObject({
      error: 'WRONG_CREDENTIALS',
      message: expect.stringContaining('accessToken') as string,
    });
    expect(wrong.message).not.toContain('hunter2');
    expect(odd).toMatchObject({ error: 'WRONG_SETTINGS' });
  });

  test('a live store accepts no sandbox', async () => {
    const storeId = await newStore();
    await cli.db.query('update stores set live = true where store_id = $1', [storeId]);
    const set = ['set', '--store', storeId, '--provider', 'sandbox', '--methods', 'pix'];
    const { code, stdout } = await retoma([...set, '--json', '--lang', 'en']);
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      { error: 'SANDBOX_IN_LIVE_STORE', message: 'A live store cannot use sandbox payments.' },
    ]);
  });
});

describe('errors', () => {
  const at = ['--store', '01a1fe41-b4e3-73ce-8687-e74d81e654ba'];
  const sandbox = ['set', ...at, '--provider', 'sandbox'];

  test.each([[['list', ...at]], [[...sandbox, '--methods', 'pix']], [['remove', ...at, '--method', 'pix']]])(
    '%j is an error for an unknown store: exit 1, with a code',
    async (args) => {
      const { code, stdout } = await retoma([...args, '--json']);
      expect([code, (JSON.parse(stdout) as { error: string }).error]).toEqual([
        1,
        args[0] === 'remove' ? 'METHOD_NOT_OFFERED' : 'STORE_NOT_FOUND',
      ]);
    },
  );

  test.each([
    [['set', ...at, '--provider', 'paypal', '--methods', 'pix']],
    [sandbox],
    [[...sandbox, '--methods', 'pix,cheque']],
    [[...sandbox, '--methods', 'pix', '--credentials-env', 'NOT_SET_ANYWHERE']],
    [[...sandbox, '--methods', 'pix', '--credentials-env', 'PATH']],
    [[...sandbox, '--methods', 'pix', '--credentials-env', 'PATH', '--credentials', '-']],
  ])('%j is wrong usage: exit 2, without repeating the input', async (args) => {
    const { code, stdout, stderr } = await retoma(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.length).toBeGreaterThan(5);
    expect(stderr).not.toContain(process.env['PATH']!);
  });
});
