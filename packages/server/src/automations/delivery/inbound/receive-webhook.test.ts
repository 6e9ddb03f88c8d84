import { randomBytes } from 'node:crypto';
import type { Step } from '@retoma/flow';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { observed } from '../../../providers/channels/observation.ts';
import type { ChannelUpdate, ChannelProvider, Delivered } from '../../../providers/channels/provider.ts';
import { unconnected } from '../../../providers/channels/sandbox-inbox.ts';
import { connectionActivate } from '../../../testing/connections.ts';
import { newId } from '../../../base/ids.ts';
import { readMessages, readRuns, send, eventData } from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { receiveWebhook, type WebhookDeps } from './receive-webhook.ts';
import { applyUnmatchedStatuses } from './apply-statuses.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let service: TestEngine;
let deps: WebhookDeps;
let whatsapp: string;
let email: string;
/** The updates that the provider reads in the next webhook. */
let nextUpdates: ChannelUpdate[];

const provider: ChannelProvider = {
  ...unconnected,
  deduplicates: false,
  concurrency: 10,
  send: () => Promise.resolve<Delivered>({ outcome: 'uncertain' }),
  parseWebhook: () => ({ outcome: 'parsed', updates: nextUpdates }),
};

beforeAll(async () => {
  service = await startTestEngine({ deduplicates: false });
  const named = { test: provider };
  deps = {
    ...service.engine,
    credentialsKey: randomBytes(32),
    channelProviders: { whatsapp: named, email: named, sms: named },
  };
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.asOwner(
    'truncate runs, messages, automations, opt_outs, consents, suppressions, bounces, unmatched_statuses, inbound_messages, conversations, contact_aliases, connection_observations cascade',
  );
  [whatsapp, email] = [newId(), newId()];
  for (const [connectionId, channel] of [
    [whatsapp, 'whatsapp'],
    [email, 'email'],
  ] as const)
    await connectionActivate(service.db, {
      connectionId,
      storeId: service.storeId,
      channel,
      provider: 'test',
      name: 'x',
    });
  service.script.deliver = () => ({ outcome: 'sent', providerId: 'ID-1' });
});

async function postUpdates(...updates: ChannelUpdate[]): Promise<void> {
  nextUpdates = updates;
  const webhook = {
    method: 'POST',
    url: '',
    headers: {},
    query: {},
    body: Buffer.alloc(0),
    now: service.now(),
  } as const;
  const connectionId = updates.some(({ kind }) => kind === 'bounce' || kind === 'complaint') ? email : whatsapp;
  expect(await receiveWebhook(deps, connectionId, webhook)).toEqual({ ok: true, answer: undefined });
}
const status = (reached: 'sent' | 'delivered' | 'read' | 'failed', reason?: string, name = 'ID-1'): ChannelUpdate => ({
  kind: 'status',
  message: { providerId: name },
  status: reached,
  ...(reason !== undefined && { reason }),
  at: service.now(),
});
async function begin(): Promise<void> {
  await service.publish({ steps: [send('Seu PIX') as Step] });
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.settle();
}
const states = async (): Promise<unknown[]> =>
  (await readMessages(service)).map(({ state, reason }) => [state, reason]);

describe('statuses', () => {
  test('[RUN13] a status never goes back, in any order of updates', async () => {
    await begin();
    await postUpdates(status('read'));
    await postUpdates(status('delivered'), status('sent'), status('failed', 'NOT_DELIVERED'));
    expect(await states()).toEqual([['read', null]]);
  });

  test('an accepted message that is not delivered has failed, with the reason; a later delivery makes it delivered', async () => {
    await begin();
    await postUpdates(status('failed', 'NOT_DELIVERED:30007'));
    await postUpdates(status('sent'));
    expect(await states()).toEqual([['failed', 'NOT_DELIVERED:30007']]);
    await postUpdates(status('delivered'));
    expect(await states()).toEqual([['delivered', null]]);
  });

  test('[RUN13] a late status settles a message with an unknown outcome, also by our key', async () => {
    service.script.deliver = () => ({ outcome: 'uncertain' });
    await begin();
    expect(await states()).toEqual([['unknown', null]]);
    const [{ key } = { key: '' }] = service.delivered.slice(-1);
    await postUpdates({ kind: 'status', message: { key }, status: 'sent', at: service.now() });
    expect(await states()).toEqual([['sent', null]]);
    const { rows } = await service.db.query('select lease_id from messages');
    expect(rows).toEqual([{ lease_id: null }]);
  });

  test('a status before the response is kept until the message is known, and deleted if it never is', async () => {
    await postUpdates(status('delivered'), status('delivered', undefined, 'de outro'));
    await begin();
    expect(await states()).toEqual([['sent', null]]);
    expect(await applyUnmatchedStatuses(deps)).toBe(1);
    expect(await states()).toEqual([['delivered', null]]);
    service.pass(11 * minute);
    await applyUnmatchedStatuses(deps);
    expect((await service.db.query('select from unmatched_statuses')).rowCount).toBe(0);
  });

  test('another connection does not match the message', async () => {
    await begin();
    nextUpdates = [status('read')];
    const webhook = { method: 'POST', url: '', headers: {}, query: {}, body: Buffer.alloc(0), now: 0 } as const;
    await receiveWebhook(deps, email, webhook);
    expect(await states()).toEqual([['sent', null]]);
  });
});

describe('[COM8] preferences', () => {
  const preference = (wants: boolean, at: number): ChannelUpdate => ({
    kind: 'preference',
    from: ana.phone,
    wants,
    at,
  });
  const consents = async (): Promise<unknown[]> =>
    (
      await service.db.query<{ state: string; source: string }>('select state, source from consents order by at')
    ).rows.map(({ state, source }) => `${state} ${source}`);

  test('a choice at the provider counts once; one older than the newest choice is ignored', async () => {
    const now = service.now();
    await postUpdates(preference(false, now - 2000));
    await postUpdates(preference(false, now - 2000));
    await begin();
    expect(await readRuns(service)).toMatchObject([{ status: 'completed' }]);
    expect(await states()).toEqual([['skipped', 'OPTED_OUT']]);
    await postUpdates(preference(true, now - 1000));
    // Repeated
    await postUpdates(preference(false, now - 2000));
    expect(await consents()).toEqual(['withdrawn provider', 'granted provider']);
    expect((await service.db.query('select from opt_outs')).rowCount).toBe(0);
  });
});

describe('[RUN8] contacts whom the provider names without a phone', () => {
  const alias = 'BR.1349120865530274';
  let count = 0;
  const reply = (text: string, more: object): ChannelUpdate => ({
    kind: 'reply',
    id: `IN-${count++}`,
    text,
    at: service.now(),
    ...more,
  });
  const optOuts = async (): Promise<number | null> => (await service.db.query('select from opt_outs')).rowCount;
  const observations = async (): Promise<unknown[]> =>
    (await service.db.query('select code, shape, count::int as count from connection_observations')).rows;

  test('[COM8] SAIR to any message of ours opts its recipient out, also if no run waits for a reply', async () => {
    await begin();
    await postUpdates(reply('SAIR', { alias, answers: 'ID-1' }));
    expect(await optOuts()).toBe(1);
    expect(await observations()).toEqual([]);
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    expect(await states()).toEqual([
      ['sent', null],
      ['skipped', 'OPTED_OUT'],
    ]);
  });

  test.each([
    ['a status with their phone', () => ({ ...status('delivered'), to: { from: ana.phone, alias } })],
    ['a status of a message to them', () => ({ ...status('delivered'), to: { alias } })],
    ['a reply with their phone', () => reply('Oi', { from: ana.phone, alias })],
    ['a reply to a message to them', () => reply('Oi', { alias, answers: 'ID-1' })],
  ])('%s shows who they are', async (_, reported) => {
    await begin();
    await postUpdates(reported());
    await postUpdates(reply('SAIR', { alias }));
    expect(await optOuts()).toBe(1);
    expect(await observations()).toEqual([]);
  });

  test('the reply of a known person resumes their run, and opens the window of their conversation', async () => {
    await service.publish({ steps: [send('Seu PIX', { onResponse: [send('Que bom')] })] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    await postUpdates({ ...status('sent'), to: { alias } } as ChannelUpdate, reply('já paguei', { alias }));
    await service.settle();
    expect((await readMessages(service)).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect((await service.db.query('select from conversations')).rowCount).toBe(1);
  });

  test('another store’s contact with the same id is another person', async () => {
    await begin();
    await postUpdates({ ...status('delivered'), to: { alias } } as ChannelUpdate);
    await service.asOwner('update contact_aliases set store_id = gen_random_uuid()');
    await postUpdates(reply('SAIR', { alias }));
    expect(await optOuts()).toBe(0);
  });

  test('a reply that belongs to no one is counted once, and opts no one out', async () => {
    await begin();
    const stranger = reply('SAIR', { alias: '103899771998284@lid', answers: 'not ours' });
    await postUpdates(stranger);
    await postUpdates(stranger);
    expect(await optOuts()).toBe(0);
    expect(await observations()).toEqual([{ code: 'unmatched_reply', shape: '', count: 1 }]);
  });

  test('[COM8] an opt-out at the provider that names only the message is its recipient’s', async () => {
    await begin();
    const [{ key } = { key: '' }] = service.delivered.slice(-1);
    const choice = { kind: 'preference', wants: false, at: service.now() } as const;
    await postUpdates({ ...choice, message: { key: 'nada' } }, { ...choice, alias }, choice);
    expect(await optOuts()).toBe(0);
    expect(await observations()).toEqual([{ code: 'unmatched_reply', shape: 'preference', count: 3 }]);
    await postUpdates({ ...choice, message: { key } });
    expect(await optOuts()).toBe(1);
  });
});

describe('observations of webhooks', () => {
  const rows = async (): Promise<unknown[]> =>
    (
      await service.db.query(
        `select code, shape, count::int as count, extract(epoch from last_at - first_at)::int as seconds
         from connection_observations order by code, shape`,
      )
    ).rows;

  test('are counted by code and shape, with the first and the last instant, and at most fifty shapes of a code', async () => {
    await postUpdates(observed('unknown_kind', 'x'), observed('empty_message'));
    service.pass(minute);
    await postUpdates(observed('unknown_kind', 'x'));
    expect(await rows()).toEqual([
      { code: 'empty_message', shape: '', count: 1, seconds: 0 },
      { code: 'unknown_kind', shape: 'x', count: 2, seconds: 60 },
    ]);
    const names = Array.from({ length: 60 }, (_, at) => `kind${String.fromCharCode(97 + (at % 26))}${at}`);
    await postUpdates(...names.map((name) => observed('unknown_kind', name)), observed('unknown_kind', 'x'));
    const kinds = (await rows()).filter((row) => (row as { code: string }).code === 'unknown_kind');
    expect(kinds).toHaveLength(51);
    expect(kinds).toContainEqual({ code: 'unknown_kind', shape: 'other', count: 11, seconds: 0 });
    expect(kinds).toContainEqual({ code: 'unknown_kind', shape: 'x', count: 3, seconds: 60 });
  });

  test('a rejected webhook is counted, and nothing else of it', async () => {
    const rejecting = { ...provider, parseWebhook: () => ({ outcome: 'invalid_signature' }) as const };
    const named = { test: rejecting };
    const webhook = { method: 'POST', url: '', headers: {}, query: {}, body: Buffer.alloc(0), now: 0 } as const;
    const channelProviders = { whatsapp: named, email: named, sms: named };
    for (const _ of [1, 2])
      expect(await receiveWebhook({ ...deps, channelProviders }, whatsapp, webhook)).toMatchObject({ ok: false });
    expect(await rows()).toEqual([{ code: 'rejected_signature', shape: '', count: 2, seconds: 0 }]);
  });
});

describe('[COM8] returned mail', () => {
  const bounce = (id: string, permanent: boolean, more: object = {}): ChannelUpdate => ({
    kind: 'bounce',
    id,
    address: ana.email,
    permanent,
    at: service.now(),
    ...more,
  });
  const suppressed = async (): Promise<unknown[]> =>
    (
      await service.db.query<{ reason: string; days: number | null }>(
        `select reason, case when expires_at < 'infinity' then round(extract(epoch from expires_at - to_timestamp($1 / 1000.0)) / 86400)::int end as days
         from suppressions`,
        [service.now()],
      )
    ).rows;

  test('after a hard bounce nothing is sent to the address', async () => {
    await postUpdates(bounce('B-1', true));
    expect(await suppressed()).toEqual([{ reason: 'bounce', days: null }]);
  });

  test('the fifth soft bounce within a week blocks the address for 30 days; a repeated report is ignored', async () => {
    for (const id of ['B-1', 'B-1', 'B-1', 'B-1', 'B-1', 'B-2', 'B-3']) await postUpdates(bounce(id, false));
    await postUpdates(bounce('B-0', false, { at: service.now() - 8 * day }));
    expect(await suppressed()).toEqual([]);
    await postUpdates(bounce('B-4', false));
    await postUpdates(bounce('B-5', false));
    expect(await suppressed()).toEqual([{ reason: 'bounces', days: 30 }]);
    // A permanent block is longer.
    await postUpdates(bounce('B-6', true));
    expect(await suppressed()).toEqual([{ reason: 'bounce', days: null }]);
    await postUpdates(bounce('B-7', false));
    expect(await suppressed()).toEqual([{ reason: 'bounce', days: null }]);
  });

  test('a bounce of a message to another address is ignored', async () => {
    await postUpdates(bounce('B-1', true, { about: '<nada@loja.example>' }));
    await postUpdates({ kind: 'complaint', id: 'C-1', address: ana.email, about: 'nada', at: service.now() });
    expect(await suppressed()).toEqual([]);
    expect((await service.db.query('select from consents')).rowCount).toBe(0);
  });

  test('a complaint blocks e-mails, and is recorded as the contact’s choice', async () => {
    const complaint: ChannelUpdate = { kind: 'complaint', id: 'C-1', address: ana.email, at: service.now() };
    await postUpdates(complaint);
    await postUpdates(complaint);
    expect(await suppressed()).toEqual([{ reason: 'complaint', days: null }]);
    expect((await service.db.query('select channel, state, source from consents')).rows).toEqual([
      { channel: 'email', state: 'withdrawn', source: 'complaint' },
    ]);
  });
});

test('a disconnected phone holds messages back until it is connected; older updates are ignored', async () => {
  const connectionUpdate = (open: boolean, at: number): ChannelUpdate => ({
    kind: 'connection',
    open,
    at,
    ...(!open && { reason: 'DISCONNECTED' }),
  });
  const lastError = async (): Promise<unknown> =>
    (
      await service.db.query<{ lastError: string | null }>(
        'select last_error as "lastError" from connections where connection_id = $1',
        [whatsapp],
      )
    ).rows[0]!.lastError;
  const now = service.now();
  await postUpdates(connectionUpdate(false, now));
  await postUpdates(connectionUpdate(true, now - minute));
  expect(await lastError()).toBe('DISCONNECTED');
  await begin();
  expect(await states()).toEqual([['queued', 'CONNECTION_CLOSED']]);
  await postUpdates(connectionUpdate(true, now + 1));
  expect(await lastError()).toBeNull();
  service.pass(16 * minute);
  await service.settle();
  expect(await states()).toEqual([['sent', null]]);
});
