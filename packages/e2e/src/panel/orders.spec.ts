import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { sizes } from '../pay-page.ts';
import { demo, retoma } from '../service.ts';
import { ask } from './editor-page.ts';
import { openPanel, panelUrl } from './panel-page.ts';
import { photograph } from './photograph.ts';

const { demo: store } = demo();
const { storeId } = store;

/** A sandbox purchase, requested by the page itself. */
const buyTestCart = async (storeId: string): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', 'x-retoma-panel': '1' };
  const answer = await fetch(`/panel/api/stores/${storeId}/test-purchase`, { method: 'POST', headers, body: '{}' });
  return answer.json();
};

/** Sends every message of a flow to the inbox, as tests of its owner. */
function fillInbox(subject: string, sms: string): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-inbox-'));
  const sender = { remetente_nome: 'Loja Aurora', remetente_email: 'oi@lojaaurora.example' };
  const body = `<mjml><mj-body><mj-section><mj-column><mj-text>${'Olá, o seu PIX ainda está aberto. '.repeat(5)}</mj-text>
    <mj-button href="https://loja.example/pagar">Pagar agora</mj-button></mj-column></mj-section></mj-body></mjml>`;
  const whatsapp = { type: 'text', message: 'Oi! Seu *PIX* está aberto: https://loja.example/zap' };
  const steps = [
    { type: 'action', name: 'send_email', data: { ...sender, subject, body } },
    { type: 'action', name: 'send_sms', data: { message: sms } },
    { type: 'action', name: 'send_whatsapp', data: whatsapp },
  ];
  const flow = { name: 'Para a caixa de teste', trigger_event: 'lead.created', active: false, steps };
  const file = path.join(folder, 'flow.json');
  writeFileSync(file, JSON.stringify(flow));
  const imported = retoma('automation', 'import', file, '--store', storeId, '--json');
  rmSync(folder, { recursive: true });
  const { automationId } = JSON.parse(imported) as { automationId: string };
  for (const [index, to] of ['ana@cliente.example', '+5511912345678', '+5511912345678'].entries()) {
    const step = ['--automation', automationId, '--step', `steps[${index}]`];
    retoma('message', 'test', '--store', storeId, ...step, '--to', to);
  }
}

test(
  'a store makes a test purchase, sees the resulting messages, and marks the order as paid',
  journey,
  async ({ page }) => {
    test.slow();
    await page.setViewportSize(sizes.desktop);
    await openPanel(page);
    await expect(page.getByRole('region', { name: 'Primeiros passos' })).toBeVisible();
    await photograph(page, 'home');
    await page.getByRole('button', { name: 'Fazer compra de teste' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Pedido #\d+$/ })).toBeVisible();
    const happened = page.getByRole('region', { name: 'O que aconteceu' });
    await expect(happened).toContainText('PIX gerado');
    const order = page.url();

    // The purchase may have started runs of other automations.
    type Answer = { order: { events: { runs: { runId: string; automation: string }[] }[] } };
    let runId = '';
    await expect(async () => {
      const { order: read } = await ask<Answer>(page, 'GET', `/orders/${order.split('/').at(-1)}`);
      const runs = read.events.flatMap((event) => event.runs);
      ({ runId } = runs.find(({ automation }) => automation === 'Recuperar PIX')!);
    }).toPass({ timeout: 60_000 });
    retoma('run', 'skip', runId, '--store', storeId);
    await page.goto(panelUrl('inbox?channel=whatsapp#search=987654321'));
    await page
      .getByRole('button', { name: /Oi, Marina! Seu pedido/ })
      .first()
      .click();
    await expect(page.getByRole('group', { name: 'WhatsApp' })).toContainText('Falta só o PIX de R$ 138,80');
    await expect(page.getByRole('link', { name: 'Abrir jornada' })).toBeVisible();

    await page.goto(order);
    await expect(happened).toContainText('PIX gerado');
    await photograph(page, 'order');
    await page.getByRole('button', { name: 'Informar rastreio' }).click();
    await page.getByRole('textbox', { name: 'Código de rastreio' }).fill('BR123456789');
    await page.getByRole('combobox', { name: 'Situação do envio (opcional)' }).click();
    await page.getByRole('option', { name: 'Em trânsito' }).click();
    await page.getByRole('button', { name: 'Salvar' }).click();
    const tracking = page.getByRole('region', { name: 'Rastreio' });
    await expect(tracking).toContainText('BR123456789');
    await expect(tracking).toContainText('Em trânsito');
    await page.getByRole('button', { name: 'Marcar como pago' }).click();
    const dialog = page.getByRole('dialog', { name: 'Marcar este pedido como pago?' });
    await dialog.getByRole('button', { name: 'Marcar como pago' }).click();
    await expect(happened).toContainText('Pagamento confirmado');
    await expect(page.getByRole('button', { name: 'Cancelar pedido' })).toHaveCount(0);

    const sales = page.getByRole('button', { name: /^Vendas pagas/ });
    // A slow sum is cached for a while before it is computed again.
    await expect(async () => {
      await page.goto(panelUrl());
      // Its money was marked by hand, so it is in no sum of received money.
      await expect(sales).toContainText('Marcado à mão', { timeout: 5_000 });
    }).toPass({ timeout: 200_000 });
    await expect(sales).toContainText('—');
    await photograph(page, 'home');
  },
);

test('the address narrows lists, and each entry links to its details', async ({ page }) => {
  test.slow();
  await page.setViewportSize(sizes.desktop);
  await openPanel(page);
  await page.evaluate(buyTestCart, storeId);
  await page.goto(panelUrl('orders?status=cancelled#search=ninguem'));
  await expect(page.getByText('Nada com estes filtros.')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
  await expect(page).not.toHaveURL(/status/);
  await photograph(page, 'orders');
  await expect(page.getByRole('link', { name: /^Pedido #\d+$/ }).first()).toBeVisible();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url().replace(/#.*/, '')));
  await page.getByRole('searchbox').fill('marina');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#search=marina$/);
  expect(addresses.filter((address) => address.includes('marina'))).toEqual([]);
  await page.goto(panelUrl('checkouts'));
  await expect(page.getByRole('link', { name: 'Camiseta Retoma' }).first()).toBeVisible();
  await photograph(page, 'checkouts');
  await page.getByRole('link', { name: 'Camiseta Retoma' }).first().click();
  await expect(page.getByRole('link', { name: 'Abrir página' })).toHaveAttribute('href', /\/pay\//);
  await photograph(page, 'checkout');
  await page.goto(panelUrl('leads'));
  await expect(page.getByRole('link', { name: 'Marina Exemplo' }).first()).toBeVisible();
  await photograph(page, 'leads');
});

test('the inbox shows an e-mail as it was delivered, with its source, and an SMS with its parts', async ({ page }, {
  retry,
}) => {
  test.slow();
  const subject = `Seu PIX está separado ${retry}`;
  await page.setViewportSize(sizes.desktop);
  fillInbox(subject, `Olá! Pague em https://loja.example/sms${retry}`);
  await openPanel(page, 'inbox');
  await page.getByRole('button', { name: new RegExp(subject) }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Olá, o seu PIX ainda está aberto.')).toBeVisible();
  await expect(frame.getByText('Pagar agora')).toBeVisible();
  await expect(page.getByRole('link', { name: 'https://loja.example/pagar' })).toBeVisible();
  await photograph(page, 'inbox');
  await page.getByRole('tab', { name: 'Partes' }).click();
  await expect(page.getByRole('region', { name: 'text/plain' })).toContainText('Olá, o seu PIX');
  await page.getByRole('tab', { name: 'Cabeçalhos' }).click();
  await expect(page.getByRole('row', { name: `Subject ${subject}` })).toBeVisible();
  await page.getByRole('tab', { name: 'Fonte' }).click();
  await expect(page.getByText('Content-Type: multipart/alternative;')).toBeVisible();
  await photograph(page, 'inbox-source');
  await page.getByRole('button', { name: new RegExp(`Ola! Pague em .*sms${retry}`) }).click();
  await expect(page.getByRole('group', { name: 'Como aparece no celular' })).toContainText('Ola! Pague em');
  await expect(page.getByText('1 SMS', { exact: true })).toBeVisible();
});
