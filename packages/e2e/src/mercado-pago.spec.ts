import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { cart, item, marina, shots, sizes } from './pay-page.ts';
import { demo, retoma } from './service.ts';

// A card typed into Mercado Pago's fields. testing/mercado-pago-sdk.js replaces their script at their address, and a server of the tests
// (service.ts) replaces their API. No request leaves this machine.

const { baseUrl } = demo();
const sdk = readFileSync(path.resolve(import.meta.dirname, 'testing/mercado-pago-sdk.js'), 'utf8');

/** A store that takes PIX through the sandbox and cards through Mercado Pago; returns its checkout key. */
function storeWithCards(): string {
  const { storeId } = JSON.parse(retoma('store', 'create', '--name', 'Loja Cartão', '--json')) as { storeId: string };
  const { key } = JSON.parse(retoma('key', 'create', '--store', storeId, '--kind', 'checkout', '--json')) as {
    key: string;
  };
  const files = path.resolve(import.meta.dirname, 'testing');
  retoma('payment', 'set', '--store', storeId, '--provider', 'sandbox', '--methods', 'pix');
  const account = [
    '--settings',
    `${files}/mercado-pago-settings.json`,
    '--credentials',
    `${files}/mercado-pago-credentials.json`,
  ];
  retoma('payment', 'set', '--store', storeId, '--provider', 'mercadopago', '--methods', 'card', ...account);
  return key;
}

async function open(page: Page, key: string): Promise<string[]> {
  const requests: string[] = [];
  page.on('request', (request) => !request.url().startsWith(baseUrl) && requests.push(request.url()));
  await page.route('https://sdk.mercadopago.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: sdk }),
  );
  const answer = await fetch(`${baseUrl}/stores/external/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ cart: { ...cart(), items: [item('Caneca', 'caneca', 2, 3900)] }, customer: marina }),
  });
  await page.goto(((await answer.json()) as { checkoutUrl: string }).checkoutUrl);
  return requests.filter((url) => !url.startsWith('data:'));
}

test('a card is typed into the provider’s fields; a refusal keeps everything but the security code, then it is paid', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(sizes.phone);
  const violations: string[] = [];
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  const opened = await open(page, storeWithCards());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Como quer pagar?');
  expect(opened).toEqual([]);
  await page.getByText('Cartão de crédito').click();
  await page.waitForURL(/method=card/);
  await page.getByRole('textbox', { name: 'Número do cartão' }).fill('5031433215406351');
  await expect(page.getByLabel('Parcelas')).toContainText('3x de R$ 26,00 sem juros');
  // The store offers at most three instalments.
  await expect(page.getByLabel('Parcelas')).not.toContainText('6x');
  await page.getByLabel('Parcelas').selectOption('3');
  await page.getByRole('textbox', { name: 'Validade' }).fill('11/30');
  await page.getByRole('textbox', { name: 'Código de segurança' }).fill('999');
  await page.getByLabel('Nome como está no cartão').fill('MARINA SOUZA');
  // The store's request contained the document; this browser did not enter it (COM24).
  await page.getByLabel('CPF ou CNPJ de quem é o cartão').fill('529.982.247-25');
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
  expect(violations).toEqual([]);
});

test('the bank of a card asks for a confirmation, in a frame of the page, and then the payment is confirmed', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(sizes.phone);
  const violations: string[] = [];
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  await open(page, storeWithCards());
  await page.getByText('Cartão de crédito').click();
  await page.waitForURL(/method=card/);
  await page.getByRole('textbox', { name: 'Número do cartão' }).fill('5031433215406351');
  await page.getByRole('textbox', { name: 'Validade' }).fill('11/30');
  await page.getByRole('textbox', { name: 'Código de segurança' }).fill('333');
  await page.getByLabel('Nome como está no cartão').fill('MARINA SOUZA');
  await page.getByLabel('CPF ou CNPJ de quem é o cartão').fill('529.982.247-25');
  await page.getByRole('button', { name: 'Pagar R$ 78,00' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirme no seu banco');
  const bank = page.frameLocator('iframe.challenge');
  await expect(bank.getByRole('heading')).toHaveText('Banco Exemplo');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(sizes.phone.width);
  await page.screenshot({ path: path.join(shots, 'pay-challenge.png'), fullPage: true });
  await bank.getByRole('button', { name: 'Confirmar compra' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado');
  expect(violations).toEqual([]);
});
