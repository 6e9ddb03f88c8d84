import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { minute, send } from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { receiveInbound, type InboundMessage, type InboundResult } from './receive-inbound.ts';
import { contactSecret } from '../../../base/crypto/contact-hash.ts';

const hour = 60 * minute;
const email = (subject: string, more: object = {}) => ({
  type: 'action' as const,
  name: 'send_email' as const,
  data: { remetente_nome: 'Loja', remetente_email: 'loja@aurora.example', subject, html: '<p>Oi</p>' },
  ...more,
});
const answered = { onResponse: [send('Que bom!')] };

let service: TestEngine;
let connections: Record<string, string>;
let inboundCount: number;
beforeEach(async () => {
  service = await startTestEngine();
  service.script.deliver = ({ key }) => ({ outcome: 'sent', providerId: `wamid ${key}` });
  connections = await connectionsOf(service.storeId);
  inboundCount = 0;
});
afterEach(() => service.stop());

async function connectionsOf(storeId: string): Promise<Record<string, string>> {
  const { rows } = await service.db.query<{ channel: string; connection_id: string }>(
    'select channel, connection_id from connections where store_id = $1',
    [storeId],
  );
  return Object.fromEntries(rows.map(({ channel, connection_id }) => [channel, connection_id]));
}

/** Receives a new reply of Ana on WhatsApp now; `more` overrides members. */
const receive = (more: Partial<InboundMessage> = {}): Promise<InboundResult> =>
  receiveInbound(service.engine, {
    connectionId: connections['whatsapp']!,
    inboundId: `in ${inboundCount++}`,
    kind: 'reply',
    at: service.now(),
    text: 'oi',
    from: ana.phone,
    ...more,
  });

async function begin(...flows: object[]): Promise<void> {
  for (const step of flows) await service.publish({ steps: [step] as never });
  await service.happen({ type: 'pix.generated', data: { customer: ana } });
  await service.settle();
}

const texts = (): string[] =>
  service.delivered.map(({ content }) => {
    const { message, subject } = content as { message?: string; subject?: string };
    return message ?? subject ?? '';
  });
const count = async (table: string): Promise<number> =>
  (await service.db.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]!.count;
const runIds = async (): Promise<string[]> =>
  (await service.db.query<{ run_id: string }>('select run_id from runs order by run_id')).rows.map(
    ({ run_id }) => run_id,
  );

describe('replies', () => {
  test('[RUN8] a reply starts onResponse once, and onNoReply never', async () => {
    await begin(send('Oi', { ...answered, onNoReply: [send('Cadê você?')] }));
    const [runId] = await runIds();
    expect(await receive()).toEqual({ result: 'accepted', runId, message: 'steps[0]#1' });
    await service.settle();
    expect(await receive()).toMatchObject({ result: 'unmatched' });
    await service.settle();
    service.pass(48 * hour);
    await service.settle();
    expect(texts()).toEqual(['Oi', 'Que bom!']);
    expect(await count('run_inputs')).toBe(0);
  });

  test('[RUN8] without a reply onNoReply starts; a later reply starts nothing', async () => {
    await begin(send('Oi', { ...answered, onNoReply: [send('Cadê você?'), { type: 'delay', minutes: 600 }] }));
    service.pass(24 * hour);
    await service.settle();
    expect(await receive()).toMatchObject({ result: 'accepted' });
    await service.settle();
    expect(texts()).toEqual(['Oi', 'Cadê você?']);
  });

  test('[RUN10] a reply before the no-reply instant, or exactly at it, takes precedence, even if one poll processes both', async () => {
    for (const at of [-1, 0]) {
      service.delivered.length = 0;
      await begin(send('Oi', { ...answered, onNoReply: [send('Cadê você?')] }));
      service.pass(24 * hour + at);
      expect(await receive()).toMatchObject({ result: 'accepted' });
      service.pass(-at + hour);
      await service.settle();
      expect(texts()).toEqual(['Oi', 'Que bom!']);
      await service.db.query('update automations set active = false');
    }
  });

  test('[RUN8] an inbound message is recorded once, also if reported repeatedly, in sequence or concurrently', async () => {
    await begin(send('Oi', answered));
    const first = { inboundId: 'the same' };
    const results = await Promise.all(Array.from({ length: 8 }, () => receive(first)));
    expect(results.map(({ result }) => result).toSorted()).toEqual(['accepted', ...Array<string>(7).fill('duplicate')]);
    expect(await receive(first)).toEqual({ result: 'duplicate' });
    expect(await count('run_inputs')).toBe(1);
    // The same id of another connection is another message.
    expect(await receive({ ...first, connectionId: connections['sms']! })).toEqual({ result: 'unmatched' });
  });

  test('[RUN8] a number is matched with and without the ninth digit, 55 and punctuation; no other number is', async () => {
    for (const from of ['551187654321', '11 98765-4321', '5511987654321@s.whatsapp.net']) {
      await begin(send('Oi', answered));
      expect(await receive({ from })).toMatchObject({ result: 'accepted' });
      await service.settle();
    }
    await begin(send('Oi', answered));
    expect(await receive({ from: '+5521987654321' })).toEqual({ result: 'unmatched' });
    expect(await receive({ from: 'ninguém' })).toEqual({ result: 'unmatched' });
  });

  test('[RUN8] a process without an engine matches the same contacts with the same secret', async () => {
    await begin(send('Oi', answered));
    const { db, clock } = service.engine;
    const parts = { db, clock, contactSecret: contactSecret('a secret for tests of thirty-two characters') };
    const reply = { kind: 'reply', at: service.now(), text: 'oi', from: ana.phone } as const;
    expect(
      await receiveInbound(parts, { connectionId: connections['whatsapp']!, inboundId: 'one', ...reply }),
    ).toMatchObject({
      result: 'accepted',
    });
  });

  test('[RUN8] of two runs of one contact the newest gets a reply, unless the reply names its message', async () => {
    await begin(send('Primeira', answered));
    service.pass(minute);
    await service.happen({ type: 'pix.generated', data: { customer: ana } });
    await service.settle();
    const { rows } = await service.db.query<{ run_id: string }>('select run_id from runs order by started_at');
    const [older, newer] = rows.map(({ run_id }) => run_id);
    expect(await receive()).toMatchObject({ result: 'accepted', runId: newer });
    expect(await receive({ providerId: `wamid ${older}:steps[0]#1` })).toMatchObject({
      result: 'accepted',
      runId: older,
    });
    // Its run is over, and the reply matches no older run.
    await service.settle();
    await service.happen({ type: 'pix.generated', data: { customer: ana } });
    await service.settle();
    expect(await receive({ providerId: `wamid ${older}:steps[0]#1` })).toEqual({ result: 'unmatched' });
  });

  test('[RUN8] a reply without a listener is unmatched, as is one after 72 hours that names no message', async () => {
    await begin(send('Oi'));
    expect(await receive()).toEqual({ result: 'unmatched' });
    await service.db.query('update automations set active = false');
    await begin(send('Oi', answered));
    const [, runId] = await runIds();
    service.pass(72 * hour);
    expect(await receive()).toMatchObject({ result: 'accepted', runId });
    service.pass(1);
    expect(await receive()).toEqual({ result: 'unmatched' });
    expect(await receive({ providerId: `wamid ${runId}:steps[0]#1` })).toMatchObject({ result: 'accepted', runId });
  });

  test('[RUN8] a reply before the outcome of its message is kept for it', async () => {
    let answer = (): void => {};
    const paused = Promise.withResolvers<void>();
    service.script.deliver = async ({ content }) => {
      if ((content as { message: string }).message !== 'Oi') return { outcome: 'sent' };
      paused.resolve();
      await new Promise<void>((resolve) => (answer = resolve));
      return { outcome: 'sent' };
    };
    await service.publish({ steps: [send('Oi', answered)] as never });
    await service.happen({ type: 'pix.generated', data: { customer: ana } });
    const settling = service.settle();
    await paused.promise;
    expect(await receive({ providerId: 'not written down yet' })).toMatchObject({ result: 'accepted' });
    answer();
    await settling;
    expect(texts()).toEqual(['Oi', 'Que bom!']);
  });

  test('[RUN8] another store’s connection, an unknown one, and undelivered messages match nothing', async () => {
    const other = await connectionsOf(await service.newStore());
    await begin(send('Oi', answered));
    expect(await receive({ connectionId: other['whatsapp']! })).toEqual({ result: 'unmatched' });
    expect(await receive({ connectionId: service.storeId })).toEqual({ result: 'unmatched' });
    await service.db.query(`update messages set state = 'failed'`);
    expect(await receive()).toEqual({ result: 'unmatched' });
  });
});

describe('opens and clicks', () => {
  test('[RUN8] are matched by the key in their link, over the connection that sent it', async () => {
    await begin(email('Seu PIX', { onOpen: [send('Vi que abriu')], onClickLink: [send('Vi que clicou')] }));
    const [runId] = await runIds();
    const [found, key] = [
      { runId, message: 'steps[0]#1' },
      { runId, messageKey: 'steps[0]#1' },
    ];
    const mark = { key, text: undefined, from: undefined } as unknown as Partial<InboundMessage>;
    expect(await receive({ ...mark, kind: 'open' })).toEqual({ result: 'unmatched' });
    const connectionId = connections['email']!;
    expect(await receive({ ...mark, kind: 'click', connectionId })).toEqual({ result: 'accepted', ...found });
    expect(await receive({ ...mark, kind: 'open', connectionId })).toEqual({ result: 'accepted', ...found });
    expect(await receive({ ...mark, kind: 'open', connectionId })).toEqual({ result: 'accepted', ...found });
    await service.settle();
    expect(texts().toSorted()).toEqual(['Seu PIX', 'Vi que abriu', 'Vi que clicou']);
  });

  test('[RUN8] an open that names no message is unmatched', async () => {
    await begin(email('Seu PIX', { onOpen: [send('Vi que abriu')] }));
    expect(await receive({ kind: 'open', connectionId: connections['email']!, from: ana.email })).toEqual({
      result: 'unmatched',
    });
  });
});

describe('opt-out keywords', () => {
  test('[COM8] take precedence: the run gets no input, and nothing more is sent on that channel', async () => {
    await begin(send('Oi', { ...answered, onNoReply: [send('Cadê você?'), email('Por e-mail')] }));
    expect(await receive({ text: ' Sair!' })).toEqual({ result: 'opted_out' });
    expect(await receive({ text: 'SAIR' })).toEqual({ result: 'opted_out' });
    service.pass(24 * hour);
    await service.settle();
    expect(texts()).toEqual(['Oi', expect.stringContaining('responda VOLTAR'), 'Por e-mail']);
    const { rows } = await service.db.query('select channel, source from opt_outs');
    expect(rows).toEqual([{ channel: 'whatsapp', source: 'reply' }]);
  });

  test('[COM8] VOLTAR opts in again; from a contact without an opt-out it is a reply', async () => {
    await begin(send('Oi', answered));
    await receive({ text: 'pare' });
    expect(await receive({ text: 'Voltar', from: '551187654321' })).toEqual({ result: 'opted_in' });
    expect(await count('opt_outs')).toBe(0);
    expect(await receive({ text: 'Voltar' })).toMatchObject({ result: 'accepted' });
    await service.settle();
    expect(texts()).toEqual(['Oi', 'Que bom!']);
    const { rows } = await service.db.query('select channel, state, source, at from consents order by consent_id');
    const reply = { channel: 'whatsapp', source: 'reply', at: new Date(service.now()) };
    expect(rows).toEqual([
      { ...reply, state: 'withdrawn' },
      { ...reply, state: 'granted' },
    ]);
  });

  test('[COM8] without an address the contact is the recipient of the message', async () => {
    await begin(send('Oi', answered));
    const [runId] = await runIds();
    const providerId = `wamid ${runId}:steps[0]#1`;
    expect(await receive({ text: 'SAIR', from: 'opaque@lid', providerId })).toEqual({ result: 'opted_out' });
    await begin();
    expect(texts()).toEqual(['Oi']);
    expect(await count('opt_outs')).toBe(1);
  });
});
