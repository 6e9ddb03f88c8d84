import { expect, test, type Page } from '@playwright/test';
import { actAsBank, cart, checkout, marina, sizes } from '../pay-page.ts';
import { demo } from '../service.ts';
import { ask } from './editor-page.ts';
import { panelUrl, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';

const { baseUrl, demo: store } = demo();
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Goes from the link to a PIX code of R$ 138,80 on the payment page; returns the ids of the checkout and of its order. */
async function order(page: Page, shop: Page): Promise<{ checkoutId: string; orderId: string }> {
  const link = await checkout({ cart: cart(), customer: marina });
  await shop.goto(link);
  await shop.getByRole('button', { name: 'Gerar PIX de R$ 138,80' }).click();
  await expect(title(shop)).toHaveText('Pague R$ 138,80 com PIX');
  const checkoutId = new URL(link).pathname.split('/').at(-1)!;
  const { checkout: made } = await ask<{ checkout: { orderId: string } }>(page, 'GET', `/checkouts/${checkoutId}`);
  return { checkoutId, orderId: made.orderId };
}

/** Sends an update of an order as the store's own system: another total while its code is open, or that it is paid. */
async function update(
  { checkoutId, orderId }: { checkoutId: string; orderId: string },
  changed: { total: number } | { status: 'paid' },
): Promise<void> {
  const answer = await fetch(`${baseUrl}/stores/external/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': store.secretKey },
    body: JSON.stringify({
      id: `update-${orderId}`,
      type: 'status' in changed ? 'payment.confirmed' : 'tracking_code_updated',
      occurred_at: new Date().toISOString(),
      data: { checkout_id: checkoutId, order: { id: `loja-${orderId}`, ...changed }, tracking: { code: 'BR1' } },
    }),
  });
  expect(answer.status).toBe(202);
}

/**
 * Makes an order whose code an update makes unwanted, and pays the code before it is cancelled. The service cancels it within seconds; if
 * it is faster, another order is made.
 */
async function orderPaidByOldCode(
  page: Page,
  shop: Page,
  changed: Parameters<typeof update>[1],
): Promise<{ checkoutId: string; orderId: string }> {
  for (;;) {
    const made = await order(page, shop);
    const bank = await shop.getByRole('link', { name: 'Simular o banco' }).getAttribute('href');
    await update(made, changed);
    const answer = await fetch(`${baseUrl}${bank}`, { method: 'POST', body: new URLSearchParams({ act: 'pay' }) });
    if (!answer.ok) continue;
    return made;
  }
}

test('[COM7a] for an underpaid order the rest is requested; another underpaid order is accepted', async ({
  page,
  context,
}) => {
  test.slow();
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  const shop = await context.newPage();
  const first = await orderPaidByOldCode(page, shop, { total: 20_000 });
  await expect(title(shop)).toHaveText('Faltam R$ 61,20');
  await photograph(shop, 'pay-underpaid');

  await page.goto(panelUrl(`orders/${first.orderId}`));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Pago a menos');
  await expect(alert).toContainText('Entraram R$ 138,80 de R$ 200,00, faltam R$ 61,20');
  await photograph(page, 'order-underpaid');
  await page.getByRole('button', { name: 'Pedir o que falta' }).click();
  const rest = page.getByRole('dialog', { name: 'Pedir R$ 61,20?' });
  await photograph(page, 'order-rest');
  await rest.getByRole('button', { name: 'Pedir o que falta' }).click();
  await expect(rest).toBeHidden();
  await expect(title(shop)).toHaveText('Pague R$ 61,20 com PIX');
  await actAsBank(shop, 'pay');
  // The store's update named a tracking code, too.
  await expect(title(shop)).toHaveText('Pedido enviado');
  await page.reload();
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('Pagamento confirmado');
  await expect(page.getByText('Pago a menos')).toHaveCount(0);

  const second = await orderPaidByOldCode(page, shop, { total: 14_000 });
  await expect(title(shop)).toHaveText('Faltam R$ 1,20');
  await page.goto(panelUrl(`orders/${second.orderId}`));
  await page.getByRole('button', { name: 'Aceitar' }).click();
  const accept = page.getByRole('dialog', { name: 'Aceitar R$ 138,80 pelo pedido?' });
  await accept.getByRole('button', { name: 'Aceitar' }).click();
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('Pagamento confirmado');
  await expect(title(shop)).toHaveText('Pedido enviado');
  await expect(shop.getByText('R$ 138,80').first()).toBeVisible();
});

test('[COM7a] for an order paid both outside and here, only this payment is refunded', async ({ page, context }) => {
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  const shop = await context.newPage();
  const made = await orderPaidByOldCode(page, shop, { status: 'paid' });
  await page.goto(panelUrl(`orders/${made.orderId}`));
  await expect(page.getByRole('alert')).toContainText('Pago mais de uma vez');
  await page.getByRole('button', { name: 'Devolver este' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devolver dinheiro' });
  await expect(dialog).toContainText('O pedido continua pago.');
  await dialog.getByRole('button', { name: 'Devolver R$ 138,80' }).click();
  await expect(page.getByText('Pago mais de uma vez')).toHaveCount(0);
  const payments = page.getByRole('region', { name: 'Pagamentos' });
  await expect(payments).toContainText('Devolvido');
  const { order: now } = await ask<{ order: { status: string } }>(page, 'GET', `/orders/${made.orderId}`);
  expect(now.status).toBe('paid');
});
