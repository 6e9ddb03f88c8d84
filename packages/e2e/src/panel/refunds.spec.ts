import { expect, test } from '@playwright/test';
import { actAsBank, cart, checkout, marina, sizes } from '../pay-page.ts';
import { ask } from './editor-page.ts';
import { panelUrl, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';

test('[COM46] an item of a paid order is given back, then the rest; its CPF is shown on request', async ({
  page,
  context,
}) => {
  test.slow();
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  const shop = await context.newPage();
  const link = await checkout({ cart: cart(), customer: marina });
  await shop.goto(link);
  await shop.getByRole('button', { name: /^Gerar PIX de / }).click();
  await actAsBank(shop, 'pay');
  const checkoutId = new URL(link).pathname.split('/').at(-1)!;
  type Made = { checkout: { orderId: string } };
  const { checkout: made } = await ask<Made>(page, 'GET', `/checkouts/${checkoutId}`);
  await page.goto(panelUrl(`orders/${made.orderId}`));

  const customer = page.getByRole('region', { name: 'Cliente' });
  await expect(customer).toContainText('•••.982.•••-••');
  await customer.getByRole('button', { name: 'Mostrar CPF' }).click();
  await expect(customer).toContainText('529.982.247-25');
  await expect(customer.getByRole('button', { name: 'Copiar CPF' })).toBeVisible();

  await page.getByRole('button', { name: 'Devolver dinheiro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devolver dinheiro' });
  await expect(dialog.getByRole('radio', { name: 'Itens' })).toBeChecked();
  await dialog.getByRole('checkbox').first().check();
  await photograph(page, 'refund');
  await dialog.getByRole('button', { name: /^Devolver R\$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Devolvido em parte: R$')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Itens' })).toContainText('Fica com a loja');
  await expect(page.getByRole('region', { name: 'O que aconteceu' })).toContainText('Devolução de R$');
  await photograph(page, 'order-refunded-in-part');

  await page.getByRole('button', { name: 'Devolver dinheiro' }).click();
  await dialog.getByText('Tudo', { exact: true }).click();
  await dialog.getByRole('button', { name: /^Devolver R\$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Devolver dinheiro' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Marcar como pago' })).toHaveCount(0);
  const { order } = await ask<{ order: { status: string; returned: number; total: number } }>(
    page,
    'GET',
    `/orders/${made.orderId}`,
  );
  expect(order).toMatchObject({ status: 'cancelled', returned: order.total });
});
