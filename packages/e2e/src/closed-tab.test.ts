// A shopper types a phone on the payment page, in Chromium, and closes the tab: the reminder of the cart reaches the sandbox's inbox. The
// clock of the service moves; nothing else is replaced.
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from './find-browser.ts';
import { unaudited } from '../../server/src/members/audit/testing/unaudited.ts';
import { saveAutomation } from '../../server/src/automations/definitions/save-automation.ts';
import { abandonCheckouts } from '../../server/src/shop/checkouts/abandon-checkouts.ts';
import { mugs, shopperAt } from '../../server/src/shop/pay-page/testing/shopper.ts';
import { newId } from '../../server/src/base/ids.ts';
import { engineOf, settle } from '../../server/src/privacy/testing/full-purchase.ts';
import { connectionActivate } from '../../server/src/testing/connections.ts';
import { startTestService, type TestService } from '../../server/src/testing/test-service.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await startTestService();
  browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const rows = async (text: string) => (await service.context.db.query<Record<string, unknown>>(text)).rows;

/** An automation that reminds of an abandoned cart by WhatsApp, over the sandbox. */
async function remind(): Promise<void> {
  const { context, storeId } = service;
  const connection = {
    connectionId: newId(),
    storeId,
    channel: 'whatsapp',
    provider: 'sandbox',
    name: 'Teste',
  } as const;
  await connectionActivate(context.db, connection);
  const message = { type: 'text', message: 'Seu carrinho espera: {{cart.url_checkout}}' };
  const steps = [{ type: 'action', name: 'send_whatsapp', data: message }];
  const text = JSON.stringify({ name: 'Carrinho', trigger_event: 'cart.abandoned', steps });
  const saved = await saveAutomation({ db: context.db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
  expect(saved.ok).toBe(true);
}

test('[COM34] a shopper who types a phone and closes the tab gets the reminder of the cart', async () => {
  await remind();
  const shopper = shopperAt(service);
  await shopper.offer('pix');
  const path = await shopper.create(mugs());
  const page = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await page.goto(service.baseUrl + path);
  // The last character is typed, and the tab is closed before the pause ends.
  const phone = page.getByLabel('Celular com DDD');
  await phone.focus();
  await page.keyboard.type('11987654321');
  // The script that stores the contact has run: it also formats the number.
  await expect.poll(() => phone.inputValue()).toContain('(11) 98765');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => rows('select type from events')).toEqual([{ type: 'lead.created' }]);
  service.pass(31 * 60_000);
  expect(await abandonCheckouts(service.context, 10)).toEqual({ looked: 1, abandoned: 1 });
  const engine = engineOf(service);
  await settle(engine);
  expect(await rows('select channel, recipient, content->>$$message$$ as message from sandbox_messages')).toEqual([
    {
      channel: 'whatsapp',
      recipient: '+5511987654321',
      message: expect.stringContaining(`${path}?recover=1`) as string,
    },
  ]);
});

test('[COM34] the same contact is sent once, and a ticked box deletes it', async () => {
  const path = await shopperAt(service).create(mugs());
  const page = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/contact') && sent.push(request.postData() ?? ''));
  await page.goto(service.baseUrl + path);
  const stored = () => page.waitForResponse((response) => response.url().endsWith('/contact'));
  const [first] = await Promise.all([stored(), page.getByLabel('E-mail').fill('bia@exemplo.com.br')]);
  expect(first.status()).toBe(204);
  await page.getByLabel('Nome completo').focus();
  await page.getByLabel('E-mail').focus();
  await page.getByLabel('Nome completo').focus();
  const box = page.getByLabel('Guardar só quando eu continuar');
  await Promise.all([stored(), box.check()]);
  await page.getByLabel('E-mail').fill('outra@exemplo.com.br');
  await page.close({ runBeforeUnload: true });
  expect(sent).toEqual(['email=bia%40exemplo.com.br', 'forget=']);
  const customers = `select customer::text as text from shoppers where checkout_id = '${path.slice(5)}'`;
  expect(await rows(customers)).toEqual([{ text: '{}' }]);
});
