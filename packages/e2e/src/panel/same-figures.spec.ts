import { expect, test, type Page } from '@playwright/test';
import { cart, checkout, fillIn, sizes } from '../pay-page.ts';
import { ask } from './editor-page.ts';
import { openPanel, panelUrl } from './panel-page.ts';
import { photograph } from './photograph.ts';

// The browser has another time zone than the store; dates use the store's.
test.use({ timezoneId: 'Asia/Tokyo' });

const spaces = /\s+/g;
const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).innerText()).replaceAll(spaces, ' ').trim();

test('[COM12] the panel shows the freight, the total and the times that the shopper saw', async ({ page, context }) => {
  await page.setViewportSize(sizes.desktop);
  const link = await checkout({ cart: cart(true) });
  await page.goto(link);
  await fillIn(page);
  await page.locator('#zipcode').fill('01310-100');
  await expect(page.locator('#street')).toHaveValue('Avenida Paulista');
  await page.locator('#number').fill('1000');
  await page.getByText('PAC', { exact: true }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Gerar PIX de R$ 158,70' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague R$ 158,70 com PIX');
  const totals = await textOf(page, '.summary .totals');
  expect(totals).toBe('Subtotal R$ 138,80 Frete · PAC R$ 19,90 Total R$ 158,70');
  const [, expiry] = /Vale até (\d\d:\d\d)/.exec(await textOf(page, 'main'))!;

  const owner = await context.newPage();
  await owner.setViewportSize(sizes.desktop);
  await openPanel(owner, `checkouts/${link.split('/').at(-1)}`);
  const items = owner.getByRole('region', { name: 'Itens' });
  const footer = async (): Promise<string> => (await items.locator('tfoot').innerText()).replaceAll(spaces, ' ').trim();
  await expect.poll(footer).toBe(totals);
  await owner.getByRole('link', { name: /^Pedido #/ }).click();
  await owner.waitForURL(panelUrl('orders/**'));
  await expect.poll(footer).toBe(totals);
  await expect(owner.getByRole('region', { name: 'Pagamentos' })).toContainText(new RegExp(`vale até .*${expiry}`));
  await photograph(owner, 'order-freight');

  // Its run began with the PIX, which is valid for a day: at the same hour, in the store's time too.
  type Runs = { runs: { runId: string }[] };
  await expect.poll(async () => (await ask<Runs>(owner, 'GET', '/runs')).runs.length).toBeGreaterThan(0);
  const [run] = (await ask<Runs>(owner, 'GET', '/runs')).runs;
  await owner.goto(panelUrl(`runs/${run!.runId}`));
  await expect(owner.getByRole('main').getByText(/começou/)).toContainText(expiry!.slice(0, 3));
});
