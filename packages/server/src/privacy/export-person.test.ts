import { unaudited } from '../members/audit/testing/unaudited.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { credentialsKey } from '../base/crypto/seal.ts';
import { createEndpoint } from '../shop/webhooks/manage-endpoints.ts';
import type { Engine } from '../automations/engine/engine.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { changeConsent } from './change-consent.ts';
import { exportPerson, type PersonExport } from './export-person.ts';
import type { ContactRequest } from '../base/contacts/contact-keys.ts';
import {
  automate,
  purchaseCart,
  engineOf,
  orderOf,
  otto,
  reply,
  settle,
  sendEvent,
  zelia,
  zeliaAgain,
} from './testing/full-purchase.ts';

let service: TestService;
let engine: Engine;
let checkoutId: string;
beforeEach(async () => {
  service = await startTestService();
  engine = engineOf(service);
  await automate(service, service.storeId);
  const webhooks = { ...parts(), credentialsKey: credentialsKey('a secret of tests'), allowPrivate: false };
  await createEndpoint(webhooks, service.storeId, { url: 'https://erp.example', types: ['pix.generated'] }, unaudited);
  for (const [customer, id] of [[zelia, 'Z1'] as const, [otto, 'O1'] as const]) {
    const answer = (await (await service.post(purchaseCart(customer))).json()) as { checkoutId: string };
    const order = { checkout_id: answer.checkoutId, ...orderOf(customer, id) };
    await sendEvent(service, service.secretKey, 'pix.generated', order);
    if (customer === zelia) checkoutId = answer.checkoutId;
  }
  await settle(engine);
  await reply(engine, service.storeId, zelia.phone, 'Quero');
  await settle(engine);
});
afterEach(() => service.stop());

const parts = () => ({ db: service.context.db, clock: service.context.clock, contactSecret: engine.contactSecret });
async function exported(person: ContactRequest): Promise<PersonExport> {
  const answer = await exportPerson(parts(), { storeId: service.storeId, person, by: 'cli' }, unaudited);
  if (!answer.ok) throw new Error(answer.code);
  return JSON.parse(JSON.stringify(answer.data)) as PersonExport;
}

describe('exporting a person', () => {
  test.each(Object.entries(zeliaAgain))('[COM8] by %s: all of their data, and none of others', async (kind, value) => {
    const change = {
      storeId: service.storeId,
      person: { email: zelia.email },
      state: 'withdrawn',
      source: 'panel',
    } as const;
    await changeConsent(parts(), change, unaudited);
    const data = await exported({ [kind]: value });
    expect(data).toMatchObject({
      storeId: service.storeId,
      requested: { [kind]: value },
      identifiers: { emails: [zelia.email], phones: [zelia.phone], documents: [zelia.document] },
      checkouts: [{ checkoutId, total: 9480, request: { customer: { name: zelia.name } } }],
      orders: [{ externalId: 'Z1', customer: { email: zelia.email }, shipping: { address: { street: zelia.street } } }],
      events: [{ type: 'lead.created' }, { type: 'pix.generated', data: { browser: { ip: zelia.ip } } }],
      webhooks: [{ type: 'pix.generated' }],
      replies: [{ kind: 'reply', message: 'steps[0]#1' }],
      consents: [{ channel: 'email', state: 'withdrawn', source: 'panel' }],
      optOuts: [{ channel: 'email', source: 'panel' }],
    });
    const messages = data.messages.map(
      ({ channel, recipient, state }) => `${String(channel)} ${String(recipient)} ${String(state)}`,
    );
    expect(messages.toSorted()).toEqual([
      `email ${zelia.email} sent`,
      `email ${zelia.email} sent`,
      `sms ${zelia.phone} sent`,
      `whatsapp ${zelia.phone} sent`,
      `whatsapp ${zelia.phone} sent`,
    ]);
    for (const part of [otto.email, otto.name]) expect(JSON.stringify(data)).not.toContain(part);
  });

  test('[COM36] names what the person agreed to at a checkout', async () => {
    const insert = `insert into shopper_consents values ($1, $2, 'marketing', true, '1 pt-BR', 'checkout', now())`;
    await service.context.db.query(insert, [checkoutId, service.storeId]);
    const granted = { checkoutId, purpose: 'marketing', granted: true, textVersion: '1 pt-BR', source: 'checkout' };
    expect((await exported({ email: zelia.email })).shopperConsents).toMatchObject([granted]);
    expect((await exported({ email: otto.email })).shopperConsents).toEqual([]);
  });

  test('[COM8] is recorded without identifying the person, and changes nothing else', async () => {
    await exported({ phone: zelia.phone });
    const { rows } = await service.context.db.query<Record<string, unknown>>(
      'select *, requests::text as row from privacy_requests requests',
    );
    expect(rows).toMatchObject([
      { kind: 'export', requested_by: 'cli', counts: { checkouts: 1, orders: 1, messages: 5 } },
    ]);
    expect(rows[0]!['finished_at']).not.toBeNull();
    expect(String(rows[0]!['row'])).not.toMatch(/zelia|87654321/i);
    expect((await exported(zeliaAgain)).orders).toHaveLength(1);
  });

  test('[COM8] of an unknown person is empty', async () => {
    const data = await exported({ email: 'ninguem@cliente.example' });
    expect(data).toMatchObject({ customers: [], checkouts: [], orders: [], events: [], messages: [], consents: [] });
    const nowhere = { storeId: checkoutId, person: { email: zelia.email }, by: 'cli' };
    expect(await exportPerson(parts(), nowhere, unaudited)).toEqual({ ok: false, code: 'STORE_NOT_FOUND' });
  });
});
