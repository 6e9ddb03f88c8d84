import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unsubscribeKey } from '../../../base/links/unsubscribe-link.ts';
import {
  addOrder,
  eventData,
  minute,
  pay,
  readMessages,
  readRuns,
  send,
  textsOf,
  wait,
} from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';
import { newId } from '../../../base/ids.ts';
import { consentRecord } from '../../../base/contacts/consents.ts';
import { hashContact } from '../../../base/crypto/contact-hash.ts';
import { VersionCache } from '../../definitions/compiled-versions.ts';
import { runDoctor } from '../invariants/doctor.ts';
import { requestOperation } from './request-operation.ts';
import { resendMessage, reviewResend, type ResendDeps, type ResendResult } from './resend-message.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

const depsOf = ({ engine }: TestEngine): ResendDeps => ({
  db: engine.db,
  clock: engine.clock,
  channelProviders: engine.providers,
  baseUrl: engine.baseUrl(),
  contactSecret: engine.contactSecret,
  unsubscribeKey: unsubscribeKey('a secret for tests of thirty-two characters'),
  plans: new VersionCache(),
});

const runId = async (): Promise<string> =>
  (
    await service.db.query<{ id: string }>(
      'select run_id as id from runs order by started_at desc, run_id desc limit 1',
    )
  ).rows[0]!.id;

let audited: string[] = [];
/** Sends a message again as a click does. */
async function resend(message = 'steps[0]#1', requestId: string = newId()): Promise<ResendResult> {
  const reference = { storeId: service.storeId, runId: await runId(), message };
  audited = [];
  return resendMessage(depsOf(service), { ...reference, requestId, by: 'Rafa Lima' }, (_tx, { action }) => {
    audited.push(action);
    return Promise.resolve();
  });
}

const reasonOf = async (message = 'steps[0]#1'): Promise<string | null> => {
  const review = await reviewResend(depsOf(service), service.db, {
    storeId: service.storeId,
    runId: await runId(),
    message,
  });
  return review?.decision.kind === 'fail' ? review.decision.reason : null;
};

async function begin(steps: object[], more: object = {}): Promise<void> {
  await service.publish({ steps: steps as never, ...more });
  await service.happen({ type: 'pix.generated', data: eventData });
  await service.settle();
}

describe('[RUN21] a message is sent again', () => {
  test('alone: the run keeps its place and its wait, and nobody else gets it', async () => {
    await begin([send('Oi'), wait(60), send('Lembrete')]);
    const before = await readRuns(service);
    expect(await resend()).toEqual({ ok: true });
    expect(audited).toEqual(['message_resent']);
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Oi', 'Oi']);
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(2);
    expect(await readRuns(service)).toEqual(before);
    service.pass(60 * minute);
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Oi', 'Oi', 'Lembrete']);
    expect(await readRuns(service)).toMatchObject([{ status: 'completed' }]);
  });

  test('of a run that is over, and of an automation that is paused', async () => {
    await begin([send('Oi')]);
    await service.db.query('update automations set active = false');
    await resend();
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Oi', 'Oi']);
    expect(await readRuns(service)).toMatchObject([{ status: 'completed' }]);
    expect(await readMessages(service)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect((await runDoctor(service.db, service.now, { storeId: null, repair: false })).findings).toEqual([]);
  });

  test('with the data of now, also during quiet hours', async () => {
    const quietHours = { from: '12:30', to: '14:00', days: [0, 1, 2, 3, 4, 5, 6] };
    await service.publish({ steps: [send('Oi {{customer.first_name}}')] as never, settings: { quietHours } });
    const orderId = await addOrder(service);
    await service.happen({ type: 'pix.generated', orderId, data: eventData });
    await service.settle();
    await service.db.query(`update orders set customer = jsonb_build_object('name', 'Bia', 'phone', $1::text)`, [
      ana.phone,
    ]);
    service.pass(60 * minute);
    await resend();
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Oi Ana', 'Oi Bia']);
  });

  test('of an order that was paid since, which ends the run as ever', async () => {
    const orderId = await addOrder(service);
    await service.publish({
      steps: [send('Pague'), wait(60), send('Lembrete')] as never,
      settings: { stopOn: ['payment.confirmed'] },
    });
    await service.happen({ type: 'pix.generated', orderId, data: eventData });
    await service.settle();
    await pay(service, orderId);
    await service.happen({ type: 'payment.confirmed', orderId, data: eventData });
    await service.settle();
    await resend();
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Pague', 'Pague']);
    expect(await readRuns(service)).toMatchObject([{ status: 'ended' }]);
  });

  test('once for one request, however often it arrives; another request while it is under way is refused', async () => {
    await begin([send('Oi')]);
    const requestId = newId();
    expect(await Promise.all([resend(undefined, requestId), resend(undefined, requestId)])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await resend()).toMatchObject({ ok: false, code: 'CANNOT_RESEND', reason: 'UNDER_WAY' });
    await service.settle();
    expect(await resend(undefined, requestId)).toEqual({ ok: true });
    expect(audited).toEqual([]);
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Oi', 'Oi']);
  });

  test('that failed, and not repeated when a process dies before its outcome is known', async () => {
    service.script.deliver = () => ({ outcome: 'refused', reason: 'PROVIDER_REFUSED' });
    await begin([send('Oi')]);
    service.script.deliver = () => ({ outcome: 'sent' });
    await resend();
    const dead = service.another({
      crashPoint: (point) => {
        if (point === 'outcomes locked' || point === 'outcomes written') throw new Error('killed');
      },
    });
    await service.poll(dead).catch(() => {});
    await dead.dispatcher.idle();
    service.pass(2 * minute);
    await service.settle();
    const [failed, again] = await readMessages(service);
    expect(failed).toMatchObject({ state: 'failed', reason: 'PROVIDER_REFUSED' });
    expect(again).toMatchObject({ state: 'sent' });
    // The provider of this test recognises the key of the repeated call.
    expect(new Set(service.delivered.map(({ key }) => key)).size).toBe(2);
  });

  test('and the message sent again can be sent again', async () => {
    await begin([send('Oi')]);
    await resend();
    await service.settle();
    const [, again] = await readMessages(service);
    expect(await resend(again!.message)).toEqual({ ok: true });
    await service.settle();
    expect(service.delivered).toHaveLength(3);
  });

  test('without taking the key of a retry', async () => {
    await begin([send('Oi')]);
    await resend();
    await service.settle();
    await requestOperation(service.db, {
      storeId: service.storeId,
      by: 'ana@loja.example',
      kind: 'retry',
      step: 'steps[0]',
      of: { runIds: [await runId()] },
    });
    await service.settle();
    expect(service.delivered.map(({ key }) => key.slice(37))).toEqual([
      'steps[0]#1',
      expect.stringMatching(/^steps\[0\]#1r[0-9a-f]{32}$/),
      'steps[0]#2',
    ]);
  });
});

describe('[RUN21] refusals', () => {
  test('a contact who opted out', async () => {
    await begin([send('Oi')]);
    const contactHash = hashContact(service.engine, service.storeId, 'whatsapp', ana.phone)!;
    await consentRecord(service.db, {
      consentId: newId(),
      storeId: service.storeId,
      channel: 'whatsapp',
      contactHash,
      state: 'withdrawn',
      source: 'reply',
      at: service.now(),
    });
    expect(await reasonOf()).toBe('OPTED_OUT');
    expect(await resend()).toEqual({ ok: false, code: 'CANNOT_RESEND', reason: 'OPTED_OUT' });
    expect(audited).toEqual([]);
    await service.settle();
    expect(service.delivered).toHaveLength(1);
  });

  test('a channel without a connection, an inactive store, an unknown message', async () => {
    await begin([send('Oi')]);
    expect(await resend('steps[7]#1')).toEqual({ ok: false, code: 'MESSAGE_NOT_FOUND' });
    await service.db.query(`update connections set active = false where channel = 'whatsapp'`);
    expect(await reasonOf()).toBe('NO_CONNECTION');
    await service.db.query('update stores set active = false');
    expect(await reasonOf()).toBe('STORE_INACTIVE');
  });
});

test('[RUN5] a message that is refused at once is in the ledger with its reason, also without a connection', async () => {
  await service.db.query(`update connections set active = false where channel = 'sms'`);
  const sms = { type: 'action', name: 'send_sms', data: { message: 'Oi' } };
  const content = {
    remetente_nome: 'Loja',
    remetente_email: 'oi@loja.example',
    subject: 'Seu pedido',
    html: '<p>Oi</p>',
  };
  const email = { type: 'action', name: 'send_email', data: content };
  await service.publish({ steps: [sms, email] as never });
  await service.happen({ type: 'pix.generated', data: { customer: { phone: ana.phone } } });
  await service.settle();
  expect(await readMessages(service)).toMatchObject([
    { message: 'steps[0]#1', state: 'failed', reason: 'NO_CONNECTION', recipient: null },
    { message: 'steps[1]#1', state: 'failed', reason: 'NO_RECIPIENT', recipient: null },
  ]);
  expect(await readRuns(service)).toMatchObject([{ status: 'completed' }]);
});
