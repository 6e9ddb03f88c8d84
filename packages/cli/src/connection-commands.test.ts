import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProviders, providerNames } from '../../server/src/providers/channels/index.ts';
import { recordObservation } from '../../server/src/providers/queries/connection-observations.ts';
import { sandboxMessageInsertMany } from '../../server/src/automations/delivery/queries/sandbox-messages.ts';
import { newId } from '../../server/src/base/ids.ts';
import { connectionChannels } from '../../server/src/providers/connections/channels/connect.ts';
import { createStore } from '../../server/src/stores/manage-stores.ts';
import type { Ran } from './testing/run-cli.ts';
import { useCli } from './testing/use-cli.ts';

const cli = useCli();

const retoma = (...args: string[]): Promise<Ran> => cli.run(args);

const json = <T>(...args: string[]): Promise<T> => cli.json<T>(args);

const newStore = async (): Promise<string> => (await createStore(cli.db, 'Loja da Ana')).storeId;

describe('retoma connection', () => {
  test('set replaces a channel’s connection; list shows its status', async () => {
    const storeId = await newStore();
    const list = (...args: string[]): Promise<Ran> => retoma('connection', 'list', '--store', storeId, ...args);
    expect((await list()).stdout).toContain('NO_CONNECTION');
    const whatsapp = ['connection', 'set', '--store', storeId, '--channel', 'whatsapp', '--provider', 'sandbox'];
    const first = await json<{ connectionId: string }>(...whatsapp);
    const second = await json<{ connectionId: string }>(...whatsapp, '--per-minute', '60');
    expect(second).toEqual({
      // The id stays, since the provider may have its webhook address.
      connectionId: first.connectionId,
      channel: 'whatsapp',
      provider: 'sandbox',
      perMinute: 60,
      verified: true,
    });
    const { connections } = await json<{ connections: object[] }>('connection', 'list', '--store', storeId);
    expect(connections).toEqual([{ ...second, lastError: null, circuitOpenUntil: null, stoppedTemplates: [] }]);
    expect((await list()).stdout).toBe('WhatsApp  sandbox: ativa, até 60 por minuto\n');
    await cli.db.query(
      `update connections set last_error = 'WRONG_TOKEN', circuit_open_until = '2999-01-01T00:00:00Z' where connection_id = $1`,
      [second.connectionId],
    );
    expect((await list('--lang', 'en')).stdout).toBe(
      'WhatsApp  sandbox: suspended until 2999-01-01T00:00:00.000Z, error: WRONG_TOKEN, at most 60 per minute\n',
    );
    await cli.db.query(`update connections set circuit_open_until = '2020-01-01' where connection_id = $1`, [
      second.connectionId,
    ]);
    expect((await list()).stdout).toBe('WhatsApp  sandbox: erro: WRONG_TOKEN, até 60 por minuto\n');
  });

  test('list shows what webhooks contained and could not be used, over the last week', async () => {
    const storeId = await newStore();
    const whatsapp = ['connection', 'set', '--store', storeId, '--channel', 'whatsapp', '--provider', 'sandbox'];
    const { connectionId } = await json<{ connectionId: string }>(...whatsapp);
    const day = 24 * 60 * 60_000;
    for (const [shape, days] of [
      ['pollMessage', 1],
      ['pollMessage', 0],
      ['oldMessage', 8],
    ] as const)
      await recordObservation(cli.db, { connectionId, code: 'unknown_kind', shape, at: Date.now() - days * day });
    const list = await retoma('connection', 'list', '--store', storeId);
    expect(list.stdout).toBe('WhatsApp  sandbox: ativa\n  Mensagens de um tipo desconhecido (pollMessage): 2\n');
    const { observations } = await json<{ observations: object[] }>('connection', 'list', '--store', storeId);
    expect(observations).toMatchObject([{ connectionId, code: 'unknown_kind', shape: 'pollMessage', count: 2 }]);
  });

  test('[COM43] doctor says what a connection and its provider do not understand of each other, and exits with 1', async () => {
    const storeId = await newStore();
    const doctor = (...args: string[]): Promise<Ran> => retoma('connection', 'doctor', '--store', storeId, ...args);
    expect(await doctor()).toMatchObject({ code: 0, stdout: 'Nenhuma conexão ou conta de pagamento.\n' });
    const settings = path.join(cli.home, 'evolution.json');
    writeFileSync(settings, JSON.stringify({ baseUrl: 'https://evolution.loja.example', instance: 'loja' }));
    const credentials = path.join(cli.home, 'evolution-key.json');
    writeFileSync(credentials, JSON.stringify({ apiKey: 'uma-chave' }));
    const set = ['connection', 'set', '--store', storeId, '--channel', 'whatsapp', '--provider', 'evolution'];
    const filled = ['--settings', settings, '--credentials', credentials, '--save-anyway'];
    const { connectionId } = await json<{ connectionId: string }>(...set, ...filled);
    expect(await doctor()).toMatchObject({ code: 0, stdout: 'WhatsApp  evolution: nenhum problema\n' });
    await recordObservation(cli.db, { connectionId, code: 'unknown_kind', shape: 'pollMessage', at: Date.now() });
    const found = await doctor('--lang', 'en');
    expect([found.code, found.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^WhatsApp {2}evolution:\n {2}UNKNOWN_SHAPE \(1\): .*developers\.\n {4}unknown_kind: pollMessage\n$/,
      ),
    ]);
    expect(JSON.parse((await doctor('--json')).stdout)).toEqual({
      connections: [
        {
          id: connectionId,
          of: 'whatsapp',
          provider: 'evolution',
          findings: [{ code: 'UNKNOWN_SHAPE', count: 1, shapes: ['unknown_kind: pollMessage'] }],
        },
      ],
    });
    expect((await retoma('connection', 'doctor', '--store', newId())).code).toBe(1);
  });

  test('[COM15] credentials come from a file or the environment, are sealed, never shown, and saved only after acceptance or with an explicit option', async () => {
    const storeId = await newStore();
    const settings = path.join(cli.home, 'settings.json');
    writeFileSync(settings, JSON.stringify({ from: 'loja-aurora', baseUrl: 'http://127.0.0.1:1' }));
    const sms = ['connection', 'set', '--store', storeId, '--channel', 'sms', '--provider', 'zenvia'];
    const incomplete = await retoma(...sms, '--settings', settings, '--json');
    expect([incomplete.code, JSON.parse(incomplete.stdout)]).toMatchObject([1, { error: 'WRONG_CREDENTIALS' }]);
    const credentials = path.join(cli.home, 'credentials.json');
    writeFileSync(credentials, JSON.stringify({ token: 'um-token-secreto' }));
    // [COM15] A provider that cannot be reached accepts nothing, so nothing is stored.
    const refused = await retoma(...sms, '--settings', settings, '--credentials', credentials);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('PRIVATE_ADDRESS: O endereço')]);
    expect((await retoma('connection', 'list', '--store', storeId)).stdout).toContain('NO_CONNECTION');
    const set = await json<{ connectionId: string; webhookPath: string }>(
      ...sms,
      '--settings',
      settings,
      '--credentials',
      credentials,
      '--warm-up',
      '50',
      '--save-anyway',
    );
    expect(set.webhookPath).toMatch(new RegExp(`^/webhooks/channels/${set.connectionId}/[\\w-]{32}$`));
    // Setting it again without options loses nothing, including the address.
    expect(await json(...sms, '--save-anyway')).toEqual(set);
    const { rows } = await cli.db.query<{ row: string }>(
      'select connections::text as row from connections where store_id = $1',
      [storeId],
    );
    expect(rows[0]!.row).toContain('loja-aurora');
    expect(rows[0]!.row).not.toContain('um-token-secreto');
    const tried = await retoma('connection', 'test', '--store', storeId, '--channel', 'sms');
    expect([tried.code, tried.stderr]).toEqual([1, expect.stringContaining('PRIVATE_ADDRESS')]);
    const list = await retoma('connection', 'list', '--store', storeId);
    expect(list.stdout).toContain('erro: PRIVATE_ADDRESS, não verificada');
    const remove = ['connection', 'remove', '--store', storeId, '--channel', 'sms', '--json'];
    expect((await retoma(...remove)).code).toBe(0);
    expect([(await retoma(...remove)).code, (await retoma('connection', 'list', '--store', storeId)).stdout]).toEqual([
      1,
      expect.stringContaining('NO_CONNECTION'),
    ]);
  });

  test('workers support every provider that can be set', () => {
    const providers = openProviders({
      inbox: () => Promise.resolve(),
      callOut: () => Promise.resolve({ outcome: 'unsent', reason: 'UNREACHABLE' }),
      allowPrivate: false,
    });
    for (const channel of connectionChannels) {
      expect(Object.keys(providers[channel])).toEqual(providerNames(channel));
    }
    expect(Object.keys(providers)).toEqual([...connectionChannels]);
  });
});

test('retoma inbox lists the sandbox’s messages, newest first, as JSON and as text', async () => {
  const storeId = await newStore();
  const inbox = (...args: string[]): Promise<Ran> => retoma('inbox', '--store', storeId, ...args);
  expect((await inbox()).stdout).toBe('Nenhuma mensagem.\n');
  const text = { type: 'text', message: 'Oi, Ana!\n\n000201' };
  const email = { remetente_nome: 'Loja', remetente_email: 'oi@loja.example', subject: 'Seu PIX', html: '<p>Oi</p>' };
  const [older, newer] = [newId(), newId()];
  await sandboxMessageInsertMany(cli.db, [
    { storeId, idempotencyKey: older, channel: 'whatsapp', recipient: '+5511900000000', content: JSON.stringify(text) },
    { storeId, idempotencyKey: newer, channel: 'email', recipient: 'ana@a.example', content: JSON.stringify(email) },
  ]);
  await cli.db.query(`update sandbox_messages set received_at = '2026-03-10T15:00:00Z' where idempotency_key = $1`, [
    older,
  ]);
  await cli.db.query(`update sandbox_messages set received_at = '2026-03-10T15:01:00Z' where idempotency_key = $1`, [
    newer,
  ]);
  expect((await inbox()).stdout).toBe(
    [
      '2026-03-10T15:01:00.000Z  E-mail → ana@a.example',
      '  Loja',
      '  Seu PIX',
      '  Oi',
      '',
      '2026-03-10T15:00:00.000Z  WhatsApp → +5511900000000',
      '  Oi, Ana!',
      '',
      '  000201',
      '',
    ].join('\n'),
  );
  const { messages } = await json<{ messages: object[] }>('inbox', '--store', storeId, '--limit', '1');
  expect(messages).toEqual([
    { receivedAt: '2026-03-10T15:01:00.000Z', channel: 'email', to: 'ana@a.example', content: email },
  ]);
});

describe('errors', () => {
  const otherStore = ['--store', '01a1fe41-b4e3-73ce-8687-e74d81e654ba'];
  const whatsapp = ['--channel', 'whatsapp', '--provider', 'sandbox'];

  test.each([
    [['inbox', ...otherStore]],
    [['connection', 'list', ...otherStore]],
    [['connection', 'set', ...otherStore, ...whatsapp]],
  ])('%j is an error for an unknown store: exit 1, with a code', async (args) => {
    const { code, stdout } = await retoma(...args, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: 'STORE_NOT_FOUND' }]);
  });

  test.each([
    [['inbox']],
    [['inbox', ...otherStore, '--limit', '0']],
    [['connection', 'set', ...otherStore, '--channel', 'fax', '--provider', 'sandbox']],
    [['connection', 'set', ...otherStore, '--channel', 'sms', '--provider', 'carrier-pigeon']],
    [['connection', 'set', ...otherStore, ...whatsapp, '--per-minute', '1.5']],
    [['connection', 'set', ...otherStore, ...whatsapp, '--per-minute', '600001']],
  ])('%j is wrong usage: exit 2', async (args) => {
    const { code, stdout, stderr } = await retoma(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.length).toBeGreaterThan(5);
  });
});
