import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { checkout, fits, item, shots, sizes } from './pay-page.ts';
import { demo } from './service.ts';

const { baseUrl, demo: store } = demo();
const staticPage = pathToFileURL(path.resolve(import.meta.dirname, '../../../examples/static-page/index.html'));

/** Errors of the page itself; a test must end with none. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

test(
  'a static page opened from disk creates a checkout and sends the shopper to the payment page',
  journey,
  async ({ page }) => {
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
    await expect(page).toHaveTitle('Seus dados · Loja Aurora');
    await expect(page.locator('.summary .total .money')).toHaveText(total);
    expect(errors).toEqual([]);
  },
);

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the payment page on a ${name}: items with pictures, totals, no horizontal scroll`, async ({ page }) => {
    const errors = errorsOf(page);
    await page.setViewportSize(viewport);
    const items = [item('Camiseta Retoma', 'camiseta', 2, 4990), item('Caneca', 'caneca', 1, 3900)];
    const discounts = [{ title: 'Primeira compra', type: 'percentage', value: 10 }];
    await page.goto(await checkout({ cart: { items, discounts }, redirect: { cancelUrl: `${baseUrl}/docs` } }));
    if (name === 'phone') await page.locator('summary').first().click();
    await expect(page.locator('.summary .total .money')).toHaveText('R$ 124,92');
    await expect(page.getByText('Primeira compra').first()).toBeVisible();
    await expect(page.getByText('Camiseta Retoma').first()).toBeVisible();
    const pictures = page.locator('img[src*="/public/demo/"]');
    await expect(pictures.first()).toBeVisible();
    // Pictures load when they scroll into view.
    await expect
      .poll(() => pictures.evaluateAll((all) => all.every((picture) => (picture as HTMLImageElement).naturalWidth > 0)))
      .toBe(true);
    expect(await fits(page)).toBe(true);
    await page.screenshot({ path: path.join(shots, `pay-${name}-summary.png`), fullPage: true });
    expect(errors).toEqual([]);
  });
}

test('the payment page at 320 px, with a hostile cart of 100 lines, keeps its layout and executes nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => void dialogs.push(dialog.message()));
  const title = `<img src=x onerror=alert(1)>${'sem-espaço'.repeat(40)}`;
  const image = `${baseUrl}/public/demo/bone.svg?"><script>alert(2)</script>`;
  const items = Array.from({ length: 100 }, () => ({ title, image, quantity: 999, unitPrice: 99_999_999 }));
  await page.goto(await checkout({ cart: { items } }));
  await page.locator('summary').first().click();
  expect(await fits(page)).toBe(true);
  expect(dialogs).toEqual([]);
  await page.screenshot({ path: path.join(shots, 'pay-hostile.png') });
});

test('the documentation at /docs is readable on a phone, and links to every page', async ({ page }) => {
  const errors = errorsOf(page);
  await page.setViewportSize(sizes.desktop);
  await page.goto(`${baseUrl}/docs`);
  await expect(page.getByRole('heading', { name: 'Quick start' })).toBeVisible();
  await page.screenshot({ path: path.join(shots, 'docs.png') });
  for (const name of ['API reference', 'Error reference', 'Metatags', 'Format of an automation']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.setViewportSize(sizes.phone);
    expect(await fits(page), name).toBe(true);
    await page.setViewportSize(sizes.desktop);
  }
  await page.setViewportSize(sizes.phone);
  await page.screenshot({ path: path.join(shots, 'docs-phone.png') });
  expect(errors).toEqual([]);
});
