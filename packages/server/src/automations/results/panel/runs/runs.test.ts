import { newId } from '../../../../base/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveInbound } from '../../../delivery/inbound/receive-inbound.ts';
import { createStore } from '../../../../stores/manage-stores.ts';
import { send, wait } from '../../../../testing/engine-reading.ts';
import { startChannelService, type ChannelService } from '../../../delivery/webhooks/testing/channel-service.ts';
import { newUser, PanelBrowser, password } from '../../../../app/http/panel/testing/browser.ts';

let service: ChannelService;
let ana: PanelBrowser;
let caio: PanelBrowser;
let base: string;
let other: string;

beforeAll(async () => {
  service = await startChannelService();
  for (const channel of ['whatsapp', 'email', 'sms'] as const) {
    await service.connect(channel, 'sandbox', { settings: {}, credentials: {} });
  }
  await newUser(service, 'ana@loja.example', 'owner');
  await newUser(service, 'caio@loja.example', 'reader');
  ana = await signedIn('ana@loja.example');
  caio = await signedIn('caio@loja.example');
  base = `/stores/${service.storeId}`;
  const { storeId } = await createStore(service.context.db, 'Outra loja');
  other = `/stores/${storeId}`;
  await service.begin([send('Oi {{customer.first_name}}', { onResponse: [send('Que bom!')] }), wait(60)] as never);
  await service.settle();
});
afterAll(() => service.stop());

async function signedIn(email: string): Promise<PanelBrowser> {
  const browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email, password });
  return browser;
}

type Run = { runId: string; automationId: string; state: string } & Record<string, unknown>;
const list = async (query = '', browser = ana): Promise<Run[]> =>
  (await browser.get(`${base}/runs${query}`)).body['runs'] as Run[];

describe('runs', () => {
  test('[AUT5] a list shows contact, place and time, masked; a reader sees initials and no message', async () => {
    const [run] = await list();
    expect(run).toMatchObject({
      automation: 'Recuperação',
      state: 'waiting',
      name: 'Ana L.',
      contact: '(11) 9••••-4321',
      step: expect.stringContaining('Espera') as string,
    });
    expect((await list('', caio))[0]).toMatchObject({ name: 'A. L.', contact: '(11) 9••••-4321' });
    const full = (await ana.get(`${base}/runs/${run!.runId}`)).body['run'];
    expect(full).toMatchObject({
      event: 'pix.generated',
      waitsFor: { for: 'timer', path: 'steps[1]' },
      flow: { name: 'Recuperação' },
      messages: [{ state: 'sent', recipient: '(11) 9••••-4321', content: { message: 'Oi Ana' } }],
      timeline: [{ entry: { path: 'steps[0]', outcome: 'sent' } }, { entry: { path: 'steps[1]', outcome: 'waits' } }],
    });
    const seen = (await caio.get(`${base}/runs/${run!.runId}`)).body['run'];
    expect(seen).toMatchObject({ messages: [{ content: null }] });
    expect(JSON.stringify(seen)).not.toContain('cliente.example');
  });

  test('each filter finds the run, and its opposite does not', async () => {
    const [run] = await list();
    const found: [string, string][] = [
      ['state=waiting', 'state=queued'],
      [`automationId=${run!.automationId}`, `automationId=${run!.runId}`],
      ['version=1', 'version=2'],
      ['channel=whatsapp', 'channel=sms'],
      ['days=1&search=ana%20lima', 'search=bruno'],
      ['search=98765-4321', 'search=98765-4322'],
      ['search=ana@cliente', 'search=%25'],
      ['step=steps[0]', 'step=steps[1]'],
      ['', 'min=1'],
    ];
    for (const [yes, no] of found) {
      expect([yes, (await list(`?${yes}`)).length]).toEqual([yes, 1]);
      expect([no, (await list(`?${no}`)).length]).toEqual([no, 0]);
    }
    expect((await ana.get(`${base}/runs/count?state=waiting`)).body).toMatchObject({ count: 1, isMore: false });
    expect((await ana.get(`${base}/runs?state=none`)).status).toBe(400);
  });

  test('[AUT6] permitted members can reveal the contact, which is audited', async () => {
    const [run] = await list();
    expect(await caio.code(caio.post(`${base}/runs/${run!.runId}/person`))).toBe('NOT_ALLOWED');
    const seen = await ana.post(`${base}/runs/${run!.runId}/person`);
    expect(seen.body).toMatchObject({ name: 'Ana Lima', email: 'ana@cliente.example', phone: '+5511987654321' });
    const [entry] = (await ana.get(`${base}/activity`)).body['entries'] as object[];
    expect(entry).toMatchObject({ what: 'shopper_seen', detail: run!.runId, by: 'ana@loja.example' });
  });

  test('[AUT5] a run of another store and another store are not found', async () => {
    const [run] = await list();
    expect((await ana.get(`${other}/runs/${run!.runId}`)).status).toBe(404);
    expect((await ana.get(`${other}/runs`)).status).toBe(404);
    expect((await ana.get(`${base}/runs/01890000-0000-7000-8000-000000000000`)).status).toBe(404);
    expect((await ana.get(`${base}/runs/x`)).status).toBe(404);
  });

  test('[AUT11] the CSV has dates, words and phones as a spreadsheet in Portuguese reads them; a reader gets none', async () => {
    const { csv } = (await ana.get(`${base}/runs/export`)).body as { csv: string };
    const [heads, ...rows] = cellsOf(csv);
    expect(csv.startsWith('\uFEFF"Automação";"Versão";')).toBe(true);
    expect(rows).toHaveLength(1);
    for (const row of rows) expect(row).toHaveLength(heads!.length);
    const of = (head: string) => rows.map((row) => row[heads!.indexOf(head)]!);
    expect(of('Telefone')).toContain('(11) 98765-4321');
    for (const began of of('Começou')) expect(began).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    for (const state of of('Estado')) expect(state).toMatch(/^\p{Lu}\p{L}+/u);
    expect(await caio.code(caio.get(`${base}/runs/export`))).toBe('NOT_ALLOWED');
  });

  test('[AUT11] messages are exported with the same filter as their list', async () => {
    const listed = (await ana.get(`${base}/messages?channel=whatsapp`)).body['messages'] as object[];
    const { csv } = (await ana.get(`${base}/messages/export?channel=whatsapp`)).body as { csv: string };
    const [heads, ...rows] = cellsOf(csv);
    expect(rows).toHaveLength(listed.length);
    expect(new Set(rows.map((row) => row[heads!.indexOf('Canal')]))).toEqual(new Set(['WhatsApp']));
    expect(await caio.code(caio.get(`${base}/messages/export`))).toBe('NOT_ALLOWED');
  });

  test('messages are found by the recipient, of any age, and in a period', async () => {
    const found = async (query: string, person = ana): Promise<object[]> =>
      (await person.get(`${base}/messages?${query}`)).body['messages'] as object[];
    const all = await found('days=30');
    expect(all.length).toBeGreaterThan(0);
    for (const search of ['ana@cliente.example', '(11) 98765-4321', 'ana li', '98765-4321'])
      expect((await found(`search=${encodeURIComponent(search)}`)).length, search).toBeGreaterThan(0);
    expect(await found('search=nada')).toEqual([]);
    expect(await found('search=ana', caio)).toEqual([]);
  });
});

/** The cells of a CSV, by line. */
const cellsOf = (csv: string): string[][] =>
  csv
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell!.replaceAll('""', '"')));

describe('saved views', () => {
  test('are stored by name, only for the member who saved them, without the search text', async () => {
    const filter = { state: 'failed', days: 7 };
    expect(await ana.code(ana.post(`${base}/run-views`, { name: ' Com erro ', filter }))).toBe(200);
    const again = await ana.post(`${base}/run-views`, { name: 'Com erro', filter: { state: 'failed' } });
    const savedViews = [{ viewId: again.body['viewId'], name: 'Com erro', filter: { state: 'failed' } }];
    expect((await ana.get(`${base}/run-views`)).body['views']).toEqual(savedViews);
    expect((await caio.get(`${base}/run-views`)).body['views']).toEqual([]);
    expect((await ana.post(`${base}/run-views`, { name: 'Ana', filter: { search: 'ana' } })).status).toBe(400);
    const remove = `${base}/run-views/${again.body['viewId'] as string}/remove`;
    expect((await caio.post(remove)).status).toBe(404);
    expect(await ana.code(ana.post(remove))).toBe(200);
    expect((await ana.get(`${base}/run-views`)).body['views']).toEqual([]);
  });

  test('are limited to thirty', async () => {
    for (let number = 0; number < 30; number++)
      expect(await caio.code(caio.post(`${base}/run-views`, { name: `${number}`, filter: {} }))).toBe(200);
    expect(await caio.code(caio.post(`${base}/run-views`, { name: 'a mais', filter: {} }))).toBe('TOO_MANY_VIEWS');
    expect(await caio.code(caio.post(`${base}/run-views`, { name: '7', filter: { days: 1 } }))).toBe(200);
  });
});

describe('messages and results', () => {
  test('messages are listed with their run, in pages', async () => {
    const { body } = await ana.get(`${base}/messages?channel=whatsapp&state=sent`);
    expect(body).toMatchObject({
      messages: [{ message: 'steps[0]#1', name: 'Ana L.', automation: 'Recuperação' }],
      next: null,
    });
    const place = { due: '2000-01-01 00:00:00+00', runId: service.storeId, message: 'a' };
    const before = Buffer.from(JSON.stringify(place)).toString('base64url');
    expect((await ana.get(`${base}/messages?before=${before}`)).body['messages']).toEqual([]);
    expect((await ana.get(`${base}/messages?before=nonsense`)).body['messages']).toHaveLength(1);
    expect((await ana.get(`${other}/messages`)).status).toBe(404);
  });

  test('results count each step from entered to replied', async () => {
    const [run] = await list();
    const address = `automations/${run!.automationId}/results`;
    let results: unknown;
    // On a busy machine the counts may not be ready.
    await expect.poll(async () => (results = (await ana.get(`${base}/${address}`)).body['results'])).not.toBeNull();
    expect(results).toMatchObject({
      entered: 1,
      states: { waiting: 1, failed: 0 },
      recovered: { cents: 0, orders: 0, hours: 72 },
      flow: { name: 'Recuperação' },
      steps: [{ path: 'steps[0]', channel: 'whatsapp', entered: 1, sent: 1, paid: 0 }],
    });
    const { flow, steps } = results as { flow: { steps: { id: string }[] }; steps: { id: string }[] };
    expect(steps[0]!.id).toBe(flow.steps[0]!.id);
    expect((await ana.get(`${other}/${address}`)).status).toBe(404);
  });

  test('[AUT5] results include each step, and nothing of another store', async () => {
    const [run] = await list();
    const address = `automations/${run!.automationId}/results/steps`;
    const { body } = await caio.get(`${base}/${address}?days=7`);
    expect(body).toMatchObject({ hasRun: true, entered: 1, reached: null, isMoreWaiting: false });
    const { steps } = body as { steps: { id: string }[] };
    const { flow } = (await ana.get(`${base}/runs/${run!.runId}`)).body['run'] as { flow: { steps: { id: string }[] } };
    const [message, delay] = flow.steps.map(({ id }) => steps.find((step) => step.id === id));
    expect(message).toMatchObject({ entered: 1, waiting: 0, message: { sent: 1, read: 0, paid: 0 }, changedAt: null });
    expect(delay).toMatchObject({ entered: 1, waiting: 1, message: null });
    expect(body['branches']).toEqual([{ id: flow.steps[0]!.id, branch: 'onResponse', entered: 0 }]);
    expect((await ana.get(`${other}/${address}`)).status).toBe(404);
    expect((await ana.get(`${base}/automations/x/results/steps`)).status).toBe(404);
    expect((await ana.get(`${base}/${address}?days=0`)).status).toBe(400);
  });

  test('[COM21] an owner sees the number of held contacts, and releases them, which is audited', async () => {
    const { db, clock } = service.context;
    const until = new Date(clock() + 60 * 60_000);
    for (const releaseAt of [until, 'infinity']) {
      await db.query(
        `insert into held_contacts (held_id, store_id, checkout_id, release_at, expires_at) values ($1, $2, $3, $4, 'infinity')`,
        [newId(), service.storeId, newId(), releaseAt],
      );
    }
    const held = { contacts: 2, until: until.toISOString() };
    expect((await ana.get(`${base}/health`)).body).toMatchObject({ heldContacts: held });
    expect(await caio.code(caio.post(`${base}/held-contacts/release`, {}))).toBe('NOT_ALLOWED');
    expect((await ana.post(`${base}/held-contacts/release`, {})).body).toEqual({ success: true, released: 2 });
    expect((await ana.get(`${base}/health`)).body).toMatchObject({ heldContacts: null });
    const { rows } = await db.query(`select detail from audit_log where action = 'contacts_released'`);
    expect(rows).toEqual([{ detail: '2' }]);
  });

  test('[COM15] health lists broken channels, unverified ones, and late work', async () => {
    // WhatsApp is verified, since it has sent messages.
    const unverified = ['email', 'sms'];
    expect((await ana.get(`${base}/health`)).body).toEqual({
      success: true,
      lateSeconds: 0,
      channels: [],
      unverified,
      simulated: [],
      heldContacts: null,
      cardsBlocked: false,
    });
    await service.context.db.query(
      `update connections set last_error = 'DISCONNECTED' where store_id = $1 and channel = 'whatsapp'`,
      [service.storeId],
    );
    service.pass(70 * 60_000);
    await ana.unlock();
    const { body } = await ana.get(`${base}/health`);
    expect(body).toMatchObject({
      channels: [{ channel: 'whatsapp', reason: 'DISCONNECTED', waiting: 0, since: null }],
    });
    expect(body['lateSeconds']).toBeGreaterThanOrEqual(600);
    await service.context.db.query('update connections set last_error = null');
    service.pass(-70 * 60_000);
  });
});

describe('operations on runs', () => {
  test('[RUN19] all runs of a filter are cancelled; progress and failures are reported', async () => {
    await service.begin([wait(60)] as never);
    await service.settle();
    const requested = await ana.post(`${base}/runs/operations`, {
      kind: 'cancel',
      of: { filter: { state: 'waiting' } },
    });
    expect(requested.body).toMatchObject({ total: 3 });
    const [operationId] = requested.body['operationIds'] as string[];
    const progress = async (): Promise<unknown> =>
      (await ana.get(`${base}/runs/operations/${operationId}`)).body['operation'];
    expect(await progress()).toMatchObject({ kind: 'cancel', total: 3, applied: 0, isOver: false });
    await service.settle();
    expect(await progress()).toMatchObject({ applied: 3, rejected: 0, isOver: true, isStopped: false, failures: [] });
    const [first] = await list();
    const again = await ana.post(`${base}/runs/operations`, { kind: 'cancel', of: { runIds: [first!.runId] } });
    await service.settle();
    const { body } = await ana.get(`${base}/runs/operations/${(again.body['operationIds'] as string[])[0]}`);
    expect(body['operation']).toMatchObject({ rejected: 1, failures: [{ runId: first!.runId, state: 'cancelled' }] });
    expect((await ana.get(`${other}/runs/operations/${operationId}`)).status).toBe(404);
  });

  test('a stopped operation does not continue', async () => {
    await service.begin([wait(60)] as never);
    await service.settle();
    const requested = await ana.post(`${base}/runs/operations`, { kind: 'skip', of: { filter: { state: 'waiting' } } });
    const [operationId] = requested.body['operationIds'] as string[];
    expect(await caio.code(caio.post(`${base}/runs/operations/${operationId}/stop`))).toBe('NOT_ALLOWED');
    expect((await ana.post(`${base}/runs/operations/${operationId}/stop`)).status).toBe(200);
    await service.settle();
    const { body } = await ana.get(`${base}/runs/operations/${operationId}`);
    expect(body['operation']).toMatchObject({ applied: 0, isOver: true, isStopped: true });
    expect((await list('?state=waiting')).length).toBeGreaterThan(0);
  });

  test('[AUT5] a reader may not operate on runs; an operation without runs is refused', async () => {
    const none = { kind: 'cancel', of: { filter: { search: 'ninguém' } } };
    expect(await caio.code(caio.post(`${base}/runs/operations`, none))).toBe('NOT_ALLOWED');
    expect(await ana.code(ana.post(`${base}/runs/operations`, none))).toBe('RUN_NOT_FOUND');
    const [run] = await list('?state=waiting');
    const retry = { kind: 'retry', of: { runIds: [run!.runId] } };
    expect(await ana.code(ana.post(`${base}/runs/operations`, retry))).toBe('NOTHING_TO_RETRY');
  });
});

test('[RUN8] a reply is an event of its run', async () => {
  await service.begin([send('Tudo bem?', { onResponse: [send('Que bom!')] })] as never);
  await service.settle();
  const { rows } = await service.context.db.query<{ id: string }>(
    `select connection_id as id from connections where store_id = $1 and channel = 'whatsapp'`,
    [service.storeId],
  );
  const reply = {
    connectionId: rows[0]!.id,
    inboundId: '1',
    kind: 'reply',
    from: '+5511987654321',
    text: 'oi',
  } as const;
  const inbound = await receiveInbound(service.context, { ...reply, at: service.context.clock() });
  expect(inbound).toMatchObject({ result: 'accepted', message: 'steps[0]#1' });
  const { runId } = inbound as { runId: string };
  expect((await ana.get(`${base}/runs/${runId}`)).body['run']).toMatchObject({
    inbound: [{ message: 'steps[0]#1', kind: 'reply' }],
  });
});

test('[RUN21] a resend says what the person has got, is queued once, and is named by its author', async () => {
  const [run] = await list();
  const at = `${base}/runs/${run!.runId}`;
  const key = ((await ana.get(at)).body['run'] as { messages: { message: string }[] }).messages[0]!.message;
  const review = await ana.get(`${at}/resend?message=${encodeURIComponent(key)}`);
  expect(review.body).toMatchObject({
    channel: 'whatsapp',
    recipient: '(11) 9••••-4321',
    content: { message: 'Tudo bem?' },
    refusal: null,
    left: { count: 1, isCertain: true },
    isPaid: false,
  });
  const request = { message: key, requestId: newId() };
  for (const _ of [1, 2]) expect((await ana.post(`${at}/resend`, request)).status).toBe(200);
  await service.settle();
  const { messages } = (await ana.get(at)).body['run'] as { messages: { state: string; resentBy: string | null }[] };
  const resent = messages.filter(({ resentBy }) => resentBy !== null);
  expect(resent).toMatchObject([{ state: 'sent', resentBy: 'ana@loja.example' }]);
  expect(await ana.code(ana.post(`${at}/resend`, { ...request, message: 'steps[9]#1' }))).toBe('MESSAGE_NOT_FOUND');
  expect(await caio.code(caio.post(`${at}/resend`, request))).toBe('NOT_ALLOWED');
});
