import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { cart, item, marina, sizes } from './pay-page.ts';
import { demo, retoma } from './service.ts';

// A card typed into Stripe's fields. Their script is played by testing/stripe-sdk.js, at its address; their interface by a server of the
// tests (service.ts). Nothing leaves this machine.

const { baseUrl } = demo();
const testing = path.resolve(import.meta.dirname, 'testing');

/** A store that takes cards through Stripe; returns its checkout key. */
function storeWithCards(): string {
  const { storeId } = JSON.parse(retoma('store', 'create', '--name', 'Loja Cartão', '--json')) as { storeId: string };
  const { key } = JSON.parse(retoma('key', 'create', '--store', storeId, '--kind', 'checkout', '--json')) as {
    key: string;
  };
  const files = [
    '--settings',
    `${testing}/stripe-settings.json`,
    '--credentials',
    `${testing}/stripe-credentials.json`,
  ];
  retoma('payment', 'set', '--store', storeId, '--provider', 'stripe', '--methods', 'card', '--save-anyway', ...files);
  return key;
}

test('a card is typed into Stripe’s fields; refused it keeps everything but the code, then it is paid', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(sizes.phone);
  const violations: string[] = [];
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  const sdk = readFileSync(path.join(testing, 'stripe-sdk.js'), 'utf8');
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: sdk }));
  const answer = await fetch(`${baseUrl}/stores/external/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': storeWithCards() },
    body: JSON.stringify({ cart: { ...cart(), items: [item('Caneca', 'caneca', 2, 3900)] }, customer: marina }),
  });
  await page.goto(((await answer.json()) as { checkoutUrl: string }).checkoutUrl);
  await expect(page.getByText('Você digita direto na Stripe.')).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Card code' });
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242424242424242');
  await page.getByRole('textbox', { name: 'Card expiry' }).fill('11/30');
  await code.fill('999');
  const pay = page.getByRole('button', { name: 'Pagar R$ 78,00' });
  await pay.click();
  // The name is missing, so Stripe makes no payment method.
  await expect(page.locator('#card-error')).toBeVisible();
  await page.getByLabel('Nome como está no cartão').fill('MARINA SOUZA');
  await pay.click();
  await expect(page.getByRole('alert').filter({ hasText: 'O cartão não foi aprovado' })).toContainText(
    'Confira o código de segurança do cartão.',
  );
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveValue('4242424242424242');
  await expect(code).toHaveValue('');
  await code.fill('123');
  await pay.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado');
  expect(violations).toEqual([]);
});
