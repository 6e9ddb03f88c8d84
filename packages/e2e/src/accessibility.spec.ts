import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { endOffers, offerEverything, requireMinimum } from './panel/price-offers.ts';
import { actAsBank, barriers, cart, checkout, fits, marina, narrow, shots, sizes } from './pay-page.ts';

// axe checks every state of the payment page at each size and in the dark theme, and each must fit a screen of 320 px.

/** `rules`: what the store offers meanwhile. */
type State = { name: string; open: (page: Page) => Promise<void>; rules?: (page: Page) => Promise<void> };

const link = (request: object = {}): Promise<string> => checkout({ cart: cart(), customer: marina, ...request });
const pay = async (page: Page, query: string): Promise<void> => {
  await page.goto(`${await link()}${query}`);
  await page.getByRole('button', { name: /R\$/ }).click();
};

const states: State[] = [
  { name: 'details', open: async (page) => void (await page.goto(await checkout({ cart: cart(true) }))) },
  {
    name: 'errors',
    open: async (page) => {
      await page.goto(await checkout({ cart: cart(true) }));
      await page.getByRole('button', { name: 'Continuar' }).click();
    },
  },
  { name: 'method', open: async (page) => void (await page.goto(await link())) },
  { name: 'card', open: async (page) => void (await page.goto(`${await link()}?method=card`)) },
  {
    name: 'refused',
    open: async (page) => {
      await page.goto(`${await link()}?method=card`);
      await page.getByRole('link', { name: '4000 0000 0000 0002' }).click();
      await page.getByRole('button', { name: /^Pagar R\$/ }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'offers',
    rules: offerEverything,
    open: async (page) => {
      await page.goto(await link());
      await page.getByRole('button', { name: 'Adicionar por R$ 9,90' }).click();
      await page.getByText('Tem cupom?').click();
      await page.getByLabel('Cupom de desconto').fill('volta10');
      await page.getByRole('button', { name: 'Aplicar' }).click();
      await page.getByText('Cupom aplicado:').waitFor();
    },
  },
  {
    name: 'coupon-refused',
    rules: offerEverything,
    open: async (page) => {
      await page.goto(`${await link()}?method=card`);
      await page.getByText('Tem cupom?').click();
      await page.getByLabel('Cupom de desconto').fill('OUTRO');
      await page.getByRole('button', { name: 'Aplicar' }).click();
      await page.locator('#coupon-error').waitFor();
    },
  },
  {
    name: 'below-minimum',
    rules: (page) => requireMinimum(page, 20_000),
    open: async (page) => void (await page.goto(await link())),
  },
  {
    name: 'returning',
    open: async (page) => {
      await page.goto(await checkout({ cart: cart(true) }));
      await page.getByRole('link', { name: 'Já comprou aqui?' }).click();
    },
  },
  {
    name: 'code',
    open: async (page) => {
      await page.goto(await checkout({ cart: cart(true) }));
      await page.getByRole('link', { name: 'Já comprou aqui?' }).click();
      await page.getByRole('textbox').fill(marina.email);
      await page.getByRole('button', { name: 'Receber código' }).click();
      await page.locator('#code').fill('000000');
      await page.getByRole('button', { name: 'Usar meus dados' }).click();
      await page.locator('#code-error').waitFor();
    },
  },
  { name: 'pix', open: (page) => pay(page, '?method=pix') },
  {
    name: 'pix-expired',
    open: async (page) => {
      await pay(page, '?method=pix');
      await actAsBank(page, 'expire');
      await page.getByRole('heading', { name: /Este PIX venceu/ }).waitFor();
    },
  },
  { name: 'boleto', open: (page) => pay(page, '?method=boleto') },
  {
    name: 'boleto-slip',
    open: async (page) => {
      await pay(page, '?method=boleto');
      await page.getByRole('link', { name: 'Imprimir boleto' }).click();
      await page.getByRole('img', { name: 'Código de barras do boleto' }).waitFor();
    },
  },
  {
    name: 'paid',
    open: async (page) => {
      await pay(page, '?method=pix');
      await actAsBank(page, 'pay');
      await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
    },
  },
  {
    name: 'simulator',
    open: async (page) => {
      await pay(page, '?method=pix');
      await page.getByRole('link', { name: 'Simular o banco' }).click();
    },
  },
  { name: 'unknown', open: async (page) => void (await page.goto(`${new URL(await link()).origin}/pay/x`)) },
];

// The other tests of this worker use the same store.
test.afterEach(({ page }) => endOffers(page));

test('every state is accessible on a phone', journey, async ({ page }) => {
  await page.setViewportSize(sizes.phone);
  const found: string[] = [];
  for (const { name, open, rules } of states) {
    await rules?.(page);
    await open(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    found.push(...(await barriers(page)).map((barrier) => `${name}: ${barrier}`));
    if (rules) await endOffers(page);
  }
  expect(found).toEqual([]);
});

for (const { name, open, rules } of states) {
  test(`${name}: no serious axe violation at 320, 390 and 1280 px, light and dark, and no horizontal scroll`, async ({
    page,
  }) => {
    await page.setViewportSize(sizes.phone);
    await rules?.(page);
    await open(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const found: string[] = [];
    for (const [size, viewport] of Object.entries({ narrow, ...sizes })) {
      await page.setViewportSize(viewport);
      found.push(...(await barriers(page)).map((barrier) => `${size}: ${barrier}`));
      if (!(await fits(page))) found.push(`${size}: sideways scroll`);
      await page.screenshot({ path: path.join(shots, `pay-${name}-${viewport.width}.png`), fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await barriers(page)).map((barrier) => `dark: ${barrier}`));
    await page.screenshot({ path: path.join(shots, `pay-${name}-dark.png`), fullPage: true });
    expect(found).toEqual([]);
  });
}
