import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { compileTemplate, render } from '@retoma/flow';
import { openPanel } from './panel/panel-page.ts';
import { checkout, fits, item, marina, narrow, shots } from './pay-page.ts';

/** Titles of the greatest length without a space, the second one in letters of two characters each. */
const titles = ['A'.repeat(500), 'e\u0301'.repeat(250)] as const;
const cart = { items: titles.map((title) => item(title, 'camiseta', 2, 4990)), requiresShipping: false };

const shoot = (page: Page, name: string) => {
  mkdirSync(shots, { recursive: true });
  return page.screenshot({ path: path.join(shots, `long-title-${name}.png`), fullPage: true });
};

/** Every element with this text is within the width of the screen. */
async function isWithin(page: Page, text: string | RegExp): Promise<void> {
  for (const found of await page.getByText(text).filter({ visible: true }).all()) {
    const box = (await found.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(narrow.width);
  }
}

test('[CHK1] long titles without spaces push nothing off a narrow screen: payment page, panel, e-mail', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize(narrow);
  await page.goto(`${await checkout({ cart, customer: marina })}?method=pix`);
  await page.locator('summary').first().click();
  expect(await fits(page)).toBe(true);
  await isWithin(page, /R\$/);
  await shoot(page, 'pay');
  const button = page.getByRole('button', { name: /R\$/ });
  await button.scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await fits(page)).toBe(true);

  await openPanel(page, 'orders');
  await page.getByText('Marina Souza').first().waitFor();
  expect(await fits(page)).toBe(true);
  await page.getByRole('link', { name: /#\d+/ }).first().click();
  await page.getByRole('heading', { level: 1, name: /^Pedido #\d+$/ }).waitFor();
  await expect(page.getByText(titles[0].slice(0, 40)).first()).toBeVisible();
  await shoot(page, 'order');
  await isWithin(page, /R\$/);
  expect(await fits(page)).toBe(true);

  const items = titles.map((name) => ({ name, quantity: 2, price: 4990, image: cart.items[0]!.image }));
  const text = '{{order.items_html}}<p>{{order.items.first.name}}</p>';
  const table = render(compileTemplate(text, 'html'), { order: { items } }, { baseUrl: '' });
  await page.setContent(`<!doctype html><html><body style="margin:8px;overflow-wrap:anywhere">${table}</body></html>`);
  expect(await fits(page)).toBe(true);
  await isWithin(page, /R\$/);
  await shoot(page, 'e-mail');
});
