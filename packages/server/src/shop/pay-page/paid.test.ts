import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveAutomation } from '../../automations/definitions/save-automation.ts';
import { hashContact } from '../../base/crypto/contact-hash.ts';
import { newId } from '../../base/ids.ts';
import { connectionActivate } from '../../testing/connections.ts';
import { setTracking, type Tracking } from '../orders/set-tracking.ts';
import { refundOrder } from '../orders/payments/refund-order.ts';
import { sandboxNumberOf } from '../../providers/payments/sandbox/cards.ts';
import { erasePerson } from '../../privacy/erase-person.ts';
import { changeStore } from '../../stores/manage-stores.ts';
import { addShippingOption } from '../../stores/shipping-options.ts';
import { engineOf } from '../../privacy/testing/full-purchase.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, paulista, shopperAt } from './testing/shopper.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await shopperAt(service).offer('pix', 'card');
});
afterAll(() => service.stop());

/** A paid order that is shipped, the browser that bought it, and another one that has its link. */
async function bought() {
  const owner = shopperAt(service);
  const path = await owner.create(mugs(true));
  await owner.submit(`${path}/data`, { ...marina, ...paulista });
  await owner.submit(`${path}/pay`, { method: 'card', token: sandboxNumberOf('accepted') });
  const { rows } = await service.context.db.query<{ orderId: string }>(
    'select order_id as "orderId" from orders where checkout_id = $1',
    [path.slice('/pay/'.length)],
  );
  const { orderId } = rows[0]!;
  const track = (tracking: Tracking) => setTracking(service.context, service.storeId, orderId, tracking, unaudited);
  return { path, owner, other: shopperAt(service), orderId, track };
}

describe('[COM26] the page of a paid order', () => {
  test('[COM24] shows address and e-mail to the browser that entered them, and masked to any other', async () => {
    const { path, owner, other } = await bought();
    const own = await owner.open(path);
    for (const part of ['Pagamento confirmado', 'Avenida Paulista, 1000, São Paulo, SP', 'Caneca']) {
      expect(own.text).toContain(part);
    }
    const seen = await other.open(path);
    expect(seen.text).toContain('•••, •••, São Paulo, SP');
    expect(seen.html).not.toMatch(/marina@|Souza|982\.247|98765|Avenida|Bela Vista|01310/);
  });

  test('names the e-mail that updates go to only where an active automation sends them', async () => {
    const { context, storeId } = service;
    const { path, owner, other } = await bought();
    const text = 'Enviamos as novidades do pedido para';
    const isAnnounced = async () => (await owner.open(path)).text.includes(text);
    const save = async (trigger_event: string, name: string, data: object, isActive = true) => {
      const text = JSON.stringify({ name: 'Aviso', trigger_event, steps: [{ type: 'action', name, data }] });
      const request = { storeId, text, publish: isActive };
      const saved = await saveAutomation({ db: context.db, mode: 'off' }, request, unaudited);
      expect(saved).toMatchObject({ ok: true });
    };
    const mail = { remetente_nome: 'Loja', remetente_email: 'oi@loja.example', subject: 'Pago', html: '<p>Pago</p>' };
    expect(await isAnnounced()).toBe(false);
    await connectionActivate(context.db, {
      connectionId: newId(),
      storeId,
      channel: 'email',
      provider: 'sandbox',
      name: 'E',
    });
    await save('payment.confirmed', 'send_sms', { type: 'text', message: 'Pago' });
    await save('pix.generated', 'send_email', mail);
    await save('payment.confirmed', 'send_email', mail, false);
    expect(await isAnnounced()).toBe(false);
    await save('payment.confirmed', 'send_email', mail);
    expect((await owner.open(path)).text).toContain(`${text} ${marina.email}`);
    expect((await other.open(path)).text).toContain(`${text} ma•••@exemplo.com.br`);
    const contactHash = hashContact(context, storeId, 'email', marina.email)!;
    await context.db.query(
      `insert into opt_outs (store_id, channel, contact_hash, source) values ($1, 'email', $2, 'reply')`,
      [storeId, contactHash],
    );
    expect(await isAnnounced()).toBe(false);
  });

  test('follows the shipment until it is delivered', async () => {
    const { path, other, track } = await bought();
    expect((await other.open(path)).text).toContain('A loja prepara o envio.');
    const tracking = { code: 'AA123456785BR', url: 'https://rastreio.example/AA123456785BR', carrier: 'Correios' };
    await track(tracking);
    const sent = await other.open(path);
    expect(sent.text).toContain('Pedido enviado');
    expect(sent.text).toContain('AA123456785BR');
    expect(sent.html).toContain('href="https://rastreio.example/AA123456785BR"');
    await track({ ...tracking, status: 'out_for_delivery' });
    expect((await other.open(path)).text).toContain('Saiu para entrega');
    await track({ ...tracking, status: 'a caminho da cidade' });
    expect((await other.open(path)).text).toContain('Pedido enviado');
    await track({ ...tracking, status: 'delivered' });
    expect((await other.open(path)).text).toContain('Pedido entregue');
  });

  test('says that a refunded payment was given back, also when the store is inactive', async () => {
    const { path, other, orderId } = await bought();
    expect(await refundOrder(service.context, service.storeId, orderId, { isReturned: false })).toMatchObject({
      ok: true,
    });
    await changeStore(service.context.db, service.storeId, { active: false }, unaudited);
    service.context.directory.forget();
    const seen = await other.open(path);
    expect(seen.text).toContain('Seu pagamento foi devolvido R$ 78,00 foram devolvidos');
    await changeStore(service.context.db, service.storeId, { active: true }, unaudited);
    service.context.directory.forget();
  });

  test('[COM8] is right after the erasure: items, amounts and freight stay, the person does not', async () => {
    const { path, owner, track } = await bought();
    await track({ code: 'AA123456785BR' });
    const { db, clock } = service.context;
    const { contactSecret } = engineOf(service);
    const person = { email: marina.email };
    expect(
      await erasePerson({ db, clock, contactSecret }, { storeId: service.storeId, person, by: 'cli' }, unaudited),
    ).toMatchObject({ ok: true });
    // What the store offers now changes nothing of the order.
    const pac = { name: 'PAC', carrier: 'Correios', price: 1_990, turnaroundMinDays: 5, turnaroundMaxDays: 8 };
    await addShippingOption(db, service.storeId, { ...pac, freeAbove: null }, unaudited);
    const seen = await owner.open(path);
    expect(seen.text).toContain('Pagamento confirmado');
    expect(seen.text).toContain('Frete a combinar com a loja Total R$ 78,00');
    expect(seen.text).toContain('Caneca');
    expect(seen.html).not.toMatch(/Enviamos as novidades|Endereço|marina|Souza|Paulista|São Paulo|AA123456785BR|null/);
  });
});
