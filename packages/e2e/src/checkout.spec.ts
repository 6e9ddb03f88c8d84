import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { demo } from './service.ts';

const { baseUrl, demo: store } = demo();
const shots = path.resolve(import.meta.dirname, '../../../test-results/screenshots');
const staticPage = pathToFileURL(path.resolve(import.meta.dirname, '../../../examples/static-page/index.html'));
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/** Errors of the page itself; the tests end with none. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

async function checkout(cart: object): Promise<string> {
  const answer = await fetch(`${baseUrl}/stores/external/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': store.checkoutKey },
    body: JSON.stringify(cart),
  });
  return ((await answer.json()) as { checkoutUrl: string }).checkoutUrl;
}

const noSidewaysScroll = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('a static page opened from disk creates a checkout and sends the shopper to the payment page', async ({
  page,
}) => {
  const errors = errorsOf(page);
  await page.goto(`${staticPage.href}?base=${baseUrl}&key=${store.checkoutKey}`);
  await page
    .getByRole('button', { name: /^Adicionar/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Adicionar/ })
    .nth(1)
    .click();
  const total = await page.locator('.total .money').innerText();
  await page.getByRole('button', { name: 'Finalizar compra' }).click();
  await page.waitForURL(/\/pay\/[0-9a-f-]{36}$/);
  await expect(page).toHaveTitle('Pagamento · Loja Aurora');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(total);
  expect(errors).toEqual([]);
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the payment page on a ${name}: items with pictures, totals, no sideways scroll`, async ({ page }) => {
    const errors = errorsOf(page);
    await page.setViewportSize(viewport);
    const item = (title: string, picture: string, quantity: number, unitPrice: number) => ({
      title,
      quantity,
      unitPrice,
      image: `${baseUrl}/public/demo/${picture}.svg`,
      options: [{ name: 'Tamanho', value: 'M' }],
    });
    const items = [item('Camiseta Retoma', 'camiseta', 2, 4990), item('Caneca', 'caneca', 1, 3900)];
    const discounts = [{ title: 'Primeira compra', type: 'percentage', value: 10 }];
    await page.goto(await checkout({ cart: { items, discounts }, redirect: { cancelUrl: `${baseUrl}/docs` } }));
    if (name === 'phone') await page.locator('summary').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('R$ 124,92');
    await expect(page.getByText('Primeira compra').first()).toBeVisible();
    await expect(page.getByText('Camiseta Retoma').first()).toBeVisible();
    const pictures = page.locator('img[src*="/public/demo/"]');
    await expect(pictures.first()).toBeVisible();
    expect(
      await pictures.evaluateAll((all) => all.every((picture) => (picture as HTMLImageElement).naturalWidth > 0)),
    ).toBe(true);
    expect(await noSidewaysScroll(page)).toBe(true);
    await page.screenshot({ path: path.join(shots, `pay-${name}.png`), fullPage: true });
    expect(errors).toEqual([]);
  });
}

test('the payment page at 320 px, with a hostile cart of 100 lines, stays calm and runs nothing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => void dialogs.push(dialog.message()));
  const title = `<img src=x onerror=alert(1)>${'sem-espaço'.repeat(40)}`;
  const image = `${baseUrl}/public/demo/bone.svg?"><script>alert(2)</script>`;
  const items = Array.from({ length: 100 }, () => ({ title, image, quantity: 999, unitPrice: 99_999_999 }));
  await page.goto(await checkout({ cart: { items } }));
  await page.locator('summary').first().click();
  expect(await noSidewaysScroll(page)).toBe(true);
  expect(dialogs).toEqual([]);
  await page.screenshot({ path: path.join(shots, 'pay-hostile.png') });
});

test('the reference at /docs is readable, and its links lead somewhere', async ({ page }) => {
  const errors = errorsOf(page);
  await page.setViewportSize(sizes.desktop);
  await page.goto(`${baseUrl}/docs`);
  await expect(page.getByRole('heading', { name: 'Checkout API' })).toBeVisible();
  const anchors = await page
    .locator('a[href^="#"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')!.slice(1)));
  for (const id of new Set(anchors)) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1);
  await page.screenshot({ path: path.join(shots, 'docs.png') });
  await page.setViewportSize(sizes.phone);
  expect(await noSidewaysScroll(page)).toBe(true);
  await page.screenshot({ path: path.join(shots, 'docs-phone.png') });
  expect(errors).toEqual([]);
});
