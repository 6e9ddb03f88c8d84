import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { afterZipcode, cart, checkout, fillIn, shots, sizes } from './pay-page.ts';

test.use({ viewport: sizes.phone });

const photograph = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });

test('a CEP fills in its address and moves to the number; an unknown one leaves the fields to the shopper', async ({
  page,
}) => {
  await page.goto(await checkout({ cart: cart(true) }));
  await expect(page.locator('#zipcode')).toBeVisible();
  for (const field of afterZipcode) await expect(page.locator(field)).toBeHidden();
  await fillIn(page);
  await page.locator('#zipcode').fill('00000000');
  await expect(page.getByText('Não achamos este CEP. Preencha o endereço.')).toBeVisible();
  await page.locator('#neighborhood').fill('Meu bairro');
  await page.locator('#zipcode').fill('01310-100');
  await expect(page.locator('#street')).toHaveValue('Avenida Paulista');
  await expect(page.locator('#neighborhood')).toHaveValue('Meu bairro');
  await expect(page.locator('#city')).toHaveValue('São Paulo');
  await expect(page.locator('#state')).toHaveValue('SP');
  await expect(page.locator('#number')).toBeFocused();
  await page.getByText('Sem número').click();
  await photograph(page, 'pay-phone-address');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Como quer pagar?');
  await expect(page.getByText('Avenida Paulista, s/n')).toBeVisible();
});

test('[COM13] a look-up without an answer opens the address, and does not doubt the CEP', async ({ page }) => {
  await page.goto(await checkout({ cart: cart(true) }));
  await page.locator('#zipcode').pressSequentially('99999999');
  await expect(page.locator('#zipcode')).toHaveValue('99999-999');
  await expect(page.getByText('Não deu para buscar o endereço. Preencha abaixo.')).toBeVisible();
  await expect(page.getByText('Não achamos este CEP')).toHaveCount(0);
  await expect(page.locator('#street')).toBeFocused();
  for (const field of afterZipcode) await expect(page.locator(field)).toBeVisible();
});

test('[COM13] an empty address is asked for by its CEP alone, and the summary of errors is short', async ({ page }) => {
  await page.goto(await checkout({ cart: cart(true) }));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'E-mail',
    'Celular com DDD',
    'Nome completo',
    'CPF',
    'CEP',
  ]);
  expect((await page.getByRole('alert').boundingBox())!.height).toBeLessThan(140);
  await expect(page.locator('#street')).toBeHidden();
  await photograph(page, 'pay-phone-errors');
  await page.locator('#zipcode').fill('01310100');
  await expect(page.locator('#street')).toHaveValue('Avenida Paulista');
});
