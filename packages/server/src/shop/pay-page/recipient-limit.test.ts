// COM42: what one person who never paid at a store gets from it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { saveAutomation } from '../../automations/definitions/save-automation.ts';
import { sandboxMessageList } from '../../automations/delivery/queries/sandbox-messages.ts';
import { recipientLimit } from '../../automations/engine/batch/admit-sends.ts';
import type { Engine } from '../../automations/engine/engine.ts';
import { newId } from '../../base/ids.ts';
import { buyOnPage, engineOf, settle, zelia } from '../../privacy/testing/full-purchase.ts';
import { connectionActivate } from '../../testing/connections.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';

const hour = 60 * 60_000;
let service: TestService;
let engine: Engine;
let networks = 0;
beforeAll(async () => {
  service = await startTestService();
  const { context, storeId } = service;
  for (const channel of ['sms', 'whatsapp', 'email'] as const)
    await connectionActivate(context.db, {
      connectionId: newId(),
      storeId,
      channel,
      provider: 'sandbox',
      name: 'Teste',
    });
  const send = (name: string, data: object) => ({ type: 'action', name, data: { type: 'text', ...data } });
  const sender = { remetente_nome: 'Loja', remetente_email: 'oi@loja.example', subject: 'Carrinho' };
  const steps = [
    send('send_sms', { message: 'Oi' }),
    send('send_whatsapp', { message: 'Oi' }),
    { type: 'action', name: 'send_email', data: { ...sender, html: '<p>Oi</p>' } },
  ];
  const text = JSON.stringify({ name: 'Lead', trigger_event: 'lead.created', steps });
  const saved = await saveAutomation({ db: context.db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  engine = engineOf(service);
});
afterAll(() => service.stop());

/** Names a contact at checkouts, each from another network. */
async function name(customers: readonly object[]): Promise<void> {
  for (const customer of customers) {
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/stores/external/checkout',
      headers: { 'content-type': 'application/json', 'x-api-key': service.checkoutKey },
      payload: JSON.stringify({ ...smallCart, customer }),
      remoteAddress: `203.0.113.${networks++ % 250}`,
    });
    expect(statusCode).toBe(201);
  }
}

const spellings = ['+5521999990000', '(21) 99999-0000', '21999990000', '2199990000', '5521999990000'];

/** How many messages a phone or address got. */
async function received(isOf: (recipient: string) => boolean): Promise<number> {
  await settle(engine);
  const messages = await sandboxMessageList(service.context.db, service.storeId, 1_000);
  return messages.filter(({ recipient }) => isOf(recipient)).length;
}
const isVictims = (recipient: string): boolean => recipient.replaceAll(/\D/g, '').endsWith('99990000');

test('[COM42] a phone in any spelling gets 10 messages a day over both of its channels, from any number of networks', async () => {
  await name(Array.from({ length: 25 }, (_, at) => ({ phone: spellings[at % spellings.length]! })));
  expect(await received(isVictims)).toBe(10);
  const { rows } = await service.context.db.query<{ reason: string; count: number }>(
    `select reason, count(*)::int as count from messages where state = 'queued' group by 1`,
  );
  expect(rows.map(({ reason }) => reason)).toEqual([recipientLimit]);
  service.pass(23 * hour);
  expect(await received(isVictims)).toBe(10);
  await name([{ phone: '+5521988887777', email: 'outra@cliente.example' }]);
  expect(await received((recipient) => recipient.includes('988887777'))).toBe(2);
  expect(await received((recipient) => recipient === 'outra@cliente.example')).toBe(1);
  service.pass(hour + 60_000);
  expect(await received(isVictims)).toBeLessThanOrEqual(20);
});

test('[COM42] an e-mail address is limited by itself, in upper or lower case', async () => {
  await name(
    Array.from({ length: 15 }, (_, at) => ({ email: at % 2 ? 'Alvo@Cliente.example' : 'alvo@cliente.example' })),
  );
  expect(await received((recipient) => recipient.toLowerCase() === 'alvo@cliente.example')).toBe(10);
});

test('[COM42] a recipient who has paid at the store is not limited', async () => {
  await buyOnPage(service, zelia);
  const before = await received((recipient) => recipient === zelia.email);
  await name(Array.from({ length: 12 }, () => ({ email: zelia.email })));
  expect((await received((recipient) => recipient === zelia.email)) - before).toBe(12);
});
