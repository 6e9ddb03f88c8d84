import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consentRecord } from '../../../base/contacts/consents.ts';
import { newId } from '../../../base/ids.ts';
import { hashContact } from '../../../base/crypto/contact-hash.ts';
import {
  addOrder,
  minute,
  pay,
  readMessages,
  readRuns,
  send,
  textsOf,
  eventData,
  wait,
} from '../../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../../testing/test-engine.ts';

let service: TestEngine;
beforeEach(async () => {
  service = await startTestEngine();
});
afterEach(() => service.stop());

describe('reasons not to send a message', () => {
  test('[RUN18] stopOn ends a run as soon as the event is stored, also during a wait', async () => {
    await service.publish({ settings: { stopOn: 'payment.confirmed' }, steps: [wait(30), send('Pague')] as never });
    const orderId = await addOrder(service);
    await service.happen({ type: 'pix.generated', data: eventData, orderId });
    await service.settle();
    await service.happen({ type: 'payment.confirmed', data: {}, orderId });
    await service.settle();
    expect(await readRuns(service)).toMatchObject([{ status: 'ended', reason: 'payment.confirmed', wake_at: null }]);
    service.pass(30 * minute);
    await service.settle();
    expect(service.delivered).toEqual([]);
  });

  test('[RUN18] a stored but unclaimed event also prevents the message', async () => {
    await service.publish({ settings: { stopOn: 'payment.confirmed' }, steps: [wait(30), send('Pague')] as never });
    const orderId = await addOrder(service);
    await service.happen({ type: 'pix.generated', data: eventData, orderId });
    await service.settle();
    await service.happen({ type: 'payment.confirmed', data: {}, orderId });
    await service.db.query('delete from event_queue');
    service.pass(30 * minute);
    await service.settle();
    expect(service.delivered).toEqual([]);
    expect(await readRuns(service)).toMatchObject([{ status: 'ended', reason: 'payment.confirmed' }]);
  });

  test('[RUN18] [RUN17] a message that waits for its provider, and then for the end of quiet hours, is not late for them', async () => {
    await service.db.query('update stores set late_minutes = 60');
    const quietHours = { from: '12:30', to: '09:00' };
    await service.publish({ settings: { quietHours }, steps: [send('Oi')] as never });
    service.script.deliver = () => ({ outcome: 'later', reason: 'SLOW', retryAfterMs: 40 * minute });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    service.script.deliver = () => ({ outcome: 'sent' });
    service.pass(55 * minute);
    await service.settle();
    const states = async () => (await service.db.query('select state, reason from messages')).rows;
    expect(await states()).toEqual([{ state: 'queued', reason: 'QUIET_HOURS' }]);
    service.pass(20 * 60 * minute + 5 * minute);
    await service.settle();
    expect(await states()).toEqual([{ state: 'sent', reason: null }]);
  });

  test.each([
    ['the same e-mail address', { email: 'Maria@Cliente.example' }, true, []],
    ['the same phone', { email: 'm@other.example', phone: '(11) 98765-4321' }, true, []],
    ['another person', { email: 'rita@cliente.example', phone: '+5511900000000' }, true, ['Pague']],
    ['the same person, without the setting', { email: 'maria@cliente.example' }, false, ['Pague']],
  ])('[RUN18] a payment for another order, of %s', async (_of, buyer, stopOnPurchase, delivered) => {
    const settings = { stopOn: 'payment.confirmed' as const, stopOnPurchase };
    await service.publish({ settings, steps: [wait(30), send('Pague')] as never });
    const person = { email: 'maria@cliente.example', phone: '+5511987654321' };
    const orderId = await addOrder(service);
    await service.db.query('update orders set customer = $2 where order_id = $1', [orderId, JSON.stringify(person)]);
    await service.happen({ type: 'pix.generated', data: eventData, orderId });
    await service.settle();
    service.pass(10 * minute);
    const other = await addOrder(service);
    await service.db.query(`update orders set customer = $2, status = 'paid', paid_at = $3 where order_id = $1`, [
      other,
      JSON.stringify(buyer),
      new Date(service.now()),
    ]);
    await service.happen({ type: 'payment.confirmed', data: {}, orderId: other });
    service.pass(20 * minute);
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(delivered);
  });

  test('[RUN18] an event of the same order from before the run does not end it', async () => {
    await service.publish({ settings: { stopOn: 'payment.failed' }, steps: [wait(30), send('Pague')] as never });
    const orderId = await addOrder(service);
    await service.happen({ type: 'payment.failed', data: {}, orderId });
    await service.happen({ type: 'pix.generated', data: eventData, orderId });
    service.pass(30 * minute);
    await service.settle();
    service.pass(30 * minute);
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Pague']);
  });

  test('[DEF5] a condition reads the order at the instant of its evaluation', async () => {
    const guarded = {
      type: 'condition',
      field: 'payment_status',
      operator: '!=',
      value: 'paid',
      if_true: [send('Pague')],
      if_false: [send('Obrigada')],
    };
    await service.publish({ steps: [wait(30), guarded] as never });
    const [paid, pending] = [await addOrder(service), await addOrder(service)];
    await service.happen(
      { type: 'pix.generated', data: eventData, orderId: paid },
      { type: 'pix.generated', data: eventData, orderId: pending },
    );
    await service.settle();
    await pay(service, paid);
    service.pass(30 * minute);
    await service.settle();
    expect(textsOf(service.delivered).sort()).toEqual(['Obrigada', 'Pague']);
  });

  test('a recovery does not start if the order is paid when its event is claimed', async () => {
    await service.publish({ steps: [send('Pague')] as never });
    const orderId = await addOrder(service);
    await service.happen({ type: 'pix.generated', data: eventData, orderId });
    await pay(service, orderId);
    await service.settle();
    expect(await readRuns(service)).toEqual([]);
  });

  test('an opt-out blocks the channel for any format of the number, and no other channel', async () => {
    const contactHash = hashContact(service.engine, service.storeId, 'whatsapp', '11 8765-4321')!;
    const withdrawal = { consentId: newId(), state: 'withdrawn', source: 'test', at: service.now() } as const;
    await consentRecord(service.db, { ...withdrawal, storeId: service.storeId, channel: 'whatsapp', contactHash });
    const email = {
      type: 'action',
      name: 'send_email',
      data: { remetente_nome: 'Loja', remetente_email: 'oi@loja.example', subject: 'Olá!', html: '<p>Oi</p>' },
    };
    await service.publish({ steps: [send('Oi'), email] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    expect(service.delivered.map(({ channel }) => channel)).toEqual(['email']);
    const [run] = (await service.db.query<{ timeline: string }>('select timeline from runs')).rows;
    expect(run!.timeline).toContain('OPTED_OUT');
  });

  test('[RUN5] no connection, no recipient: the send fails with its reason and the flow continues', async () => {
    await service.db.query(`update connections set active = false where channel = 'sms'`);
    const sms = { type: 'action', name: 'send_sms', data: { message: 'Oi' } };
    await service.publish({ steps: [sms, send('Oi'), wait(1)] as never });
    await service.happen({ type: 'pix.generated', data: { customer: { email: ana.email } } });
    await service.settle();
    const [run] = (await service.db.query<{ timeline: string; status: string }>('select timeline, status from runs'))
      .rows;
    expect(run!.timeline).toContain('NO_RECIPIENT');
    expect(run!.timeline.indexOf('NO_CONNECTION')).toBeGreaterThan(-1);
    expect(run!.status).toBe('waiting');
    expect(await readMessages(service)).toMatchObject([
      { state: 'failed', reason: 'NO_CONNECTION' },
      { state: 'failed', reason: 'NO_RECIPIENT' },
    ]);
  });

  test('[RUN17] a send more than a day late fails', async () => {
    await service.publish({ steps: [wait(30), send('Tarde'), wait(1), send('Depois')] as never });
    await service.happen({ type: 'pix.generated', data: eventData });
    await service.settle();
    service.pass(30 * minute + 24 * 60 * minute + 1);
    await service.settle();
    service.pass(minute);
    await service.settle();
    expect(textsOf(service.delivered)).toEqual(['Depois']);
  });

  test('[RUN17] an old event sends no message', async () => {
    await service.publish({ steps: [send('Tarde')] as never });
    await service.happen({ type: 'pix.generated', data: eventData, occurredAt: service.now() - 25 * 60 * minute });
    await service.settle();
    expect(service.delivered).toEqual([]);
  });
});
