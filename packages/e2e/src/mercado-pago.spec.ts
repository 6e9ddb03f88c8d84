import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { openCheckoutWithCards } from './card-store.ts';
import { barriers, shots, sizes, type Watch } from './pay-page.ts';

// A card typed into Mercado Pago's fields.

/** Opens the card form of a new store and fills it in, with this security code. */
async function fillInCard(page: Page, securityCode: string): Promise<Watch> {
  const watched = await openCheckoutWithCards(page, 'mercadopago');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Como quer pagar?');
  // Nothing of the provider is loaded before a card is chosen.
  expect(watched.external).toEqual([]);
  await page.getByText('Cartão de crédito').click();
  await page.waitForURL(/method=card/);
  await page.getByRole('textbox', { name: 'Número do cartão' }).fill('5031433215406351');
  await page.getByRole('textbox', { name: 'Validade' }).fill('11/30');
  await page.getByRole('textbox', { name: 'Código de segurança' }).fill(securityCode);
  await page.getByLabel('Nome como está no cartão').fill('MARINA SOUZA');
  // The store's request contained the document; this browser did not enter it (COM24).
  await page.getByLabel('CPF ou CNPJ de quem é o cartão').fill('529.982.247-25');
  return watched;
}

test('a card is typed into the provider’s fields; a refusal keeps everything but the security code, then it is paid', async ({
  page,
}) => {
  const watched = await fillInCard(page, '999');
  await expect(page.getByLabel('Parcelas')).toContainText('3x de R$ 26,00 sem juros');
  // The store offers at most three instalments.
  await expect(page.getByLabel('Parcelas')).not.toContainText('6x');
  await page.getByLabel('Parcelas').selectOption('3');
  await page.screenshot({ path: path.join(shots, 'pay-mercado-pago.png'), fullPage: true });
  await page.getByRole('button', { name: 'Pagar R$ 78,00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'O cartão não foi aprovado' })).toContainText(
    'Confira o código de segurança do cartão.',
  );
  await expect(page.getByLabel('Nome como está no cartão')).toHaveValue('MARINA SOUZA');
  await expect(page.getByRole('textbox', { name: 'Número do cartão' })).toHaveValue('5031433215406351');
  await expect(page.getByRole('textbox', { name: 'Código de segurança' })).toHaveValue('');
  await page.getByRole('textbox', { name: 'Código de segurança' }).fill('123');
  await page.getByRole('button', { name: 'Pagar R$ 78,00' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado');
  expect(watched.errors).toEqual([]);
});

test('the bank of a card asks for a confirmation, in a frame of the page, and then the payment is confirmed', async ({
  page,
}) => {
  const watched = await fillInCard(page, '333');
  await page.getByRole('button', { name: 'Pagar R$ 78,00' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirme no seu banco');
  const bank = page.frameLocator('iframe.challenge');
  await expect(bank.getByRole('heading')).toHaveText('Banco Exemplo');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(sizes.phone.width);
  await page.screenshot({ path: path.join(shots, 'pay-challenge.png'), fullPage: true });
  expect(await barriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(page)).toEqual([]);
  await bank.getByRole('button', { name: 'Confirmar compra' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado');
  expect(watched.errors).toEqual([]);
});
