// The pictures of README.md, from a demo store with one purchase and one run. Run by `npm run pictures`.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { cart, checkout, fillIn } from './pay-page.ts';
import { ask } from './panel/editor-page.ts';
import { openPanel, panelUrl } from './panel/panel-page.ts';
import { demo } from './service.ts';

const { baseUrl, demo: store } = demo();
const folder = path.resolve(import.meta.dirname, '../../../docs/pictures');
mkdirSync(folder, { recursive: true });

const desktop = { viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}

test.describe('desktop', () => {
  test.use(desktop);

  test('the editor', async ({ page }) => {
    await openPanel(page);
    const { automations } = await ask<{ automations: { automationId: string }[] }>(page, 'GET', '/automations');
    await page.goto(panelUrl(`automations/${automations[0]!.automationId}`));
    await expect(page.getByRole('textbox', { name: 'Nome da automação' })).toBeVisible();
    await take(page, 'editor');
  });

  test('the timeline of a run', async ({ page }) => {
    await reportPix();
    await openPanel(page);
    type Runs = { runs: { runId: string }[] };
    await expect.poll(async () => (await ask<Runs>(page, 'GET', '/runs')).runs.length).toBeGreaterThan(0);
    const [run] = (await ask<Runs>(page, 'GET', '/runs')).runs;
    await page.goto(panelUrl(`runs/${run!.runId}`));
    // The first reminder goes out after a minute.
    await expect(page.getByText('WhatsApp').first()).toBeVisible({ timeout: 150_000 });
    await expect(page.getByText('Espera 12').first()).toBeVisible({ timeout: 150_000 });
    await take(page, 'run');
  });
});

test.describe('phone', () => {
  test.use(phone);

  test('the payment page', async ({ page }) => {
    await page.goto(await checkout({ cart: cart() }));
    await fillIn(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: /PIX/ }).first().click();
    await expect(page.getByRole('button', { name: /Copiar/ }).first()).toBeVisible();
    await take(page, 'pay');
  });
});

/** Sends the event of an order with a PIX code, as the store's own system does. */
async function reportPix(): Promise<void> {
  const order = {
    id: '1042',
    total: 9980,
    customer: { name: 'Beatriz Lima', email: 'beatriz@exemplo.com.br', phone: '+5511900000000' },
    items: [{ title: 'Camiseta Retoma', quantity: 2, price: 4990 }],
  };
  const payment = { pix: { payload: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' } };
  const response = await fetch(`${baseUrl}/stores/external/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': store.secretKey },
    body: JSON.stringify({
      id: 'picture-pix',
      type: 'pix.generated',
      occurred_at: new Date().toISOString(),
      data: { order, customer: order.customer, payment },
    }),
  });
  expect(response.status).toBe(202);
}
