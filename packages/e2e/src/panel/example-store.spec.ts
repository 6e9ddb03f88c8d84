import { expect, test, type Page } from '@playwright/test';
import { sizes } from '../pay-page.ts';
import { demo } from '../service.ts';
import { expectAccessible, openPanel, panelHeaders, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';
import { makeRunsStore } from './runs-store.ts';

const { baseUrl } = demo();

// A failed test may have left one.
test.beforeEach(async ({ page }) => {
  await signIn(page);
  const me = await page.request.get(`${baseUrl}/panel/api/me`);
  const { stores } = (await me.json()) as { stores: { storeId: string; example?: boolean }[] };
  for (const { storeId, example } of stores) {
    if (!example) continue;
    await page.request.post(`${baseUrl}/panel/api/stores/${storeId}/example/delete`, { headers: panelHeaders });
  }
});

/** How long a month of sales may take to write on a busy machine, in milliseconds. */
const written = { timeout: 60_000 };

/** COM41: the cards choose what the chart shows, its keys read each bar, and its numbers add up to the card. */
async function readsTheChart(page: Page): Promise<void> {
  const sums = async (name: string): Promise<string> =>
    /R\$\s[\d.,]+/.exec((await page.getByRole('button', { name: new RegExp(`^${name}`) }).textContent())!)![0];
  const bars = page.getByRole('slider', { name: /^Vendas pagas por dia/ });
  await bars.press('Home');
  await expect(bars).toHaveAttribute('aria-valuenow', '0');
  await bars.press('ArrowRight');
  await expect(bars).toHaveAttribute('aria-valuenow', '1');
  await expect(bars).toHaveAttribute('aria-valuetext', /: R\$\s[\d.,]+; antes R\$/);
  await page.getByRole('button', { name: /^Recuperado/ }).click();
  await expect(page.getByRole('slider', { name: /^Recuperado por dia/ })).toBeVisible();
  await page.getByRole('button', { name: 'Ver números' }).click();
  const rows = page.getByRole('region', { name: 'Ver números' }).getByRole('row');
  // The head and the sum beside 30 days.
  await expect(rows).toHaveCount(32);
  const [paid, recovered] = [await sums('Vendas pagas'), await sums('Recuperado')];
  await expect(rows.last()).toContainText(paid);
  await expect(rows.last()).toContainText(recovered);
  const automations = page.getByRole('region', { name: 'Melhores automações' }).getByRole('row');
  await expect(automations.last()).toContainText(recovered);
  const period = page.getByRole('radiogroup', { name: 'Período' });
  await period.getByText('Hoje', { exact: true }).click();
  await expect(page).toHaveURL(/days=1/);
  await period.getByText('30 dias', { exact: true }).click();
  await page.getByRole('button', { name: /^Vendas pagas/ }).click();
}

test('[AUT15] [AUT17] [COM41] example data: made at a press, marked on every page, and removed at another', async ({
  page,
}) => {
  test.slow();
  const store = await makeRunsStore('Loja sem vendas');
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  await page.goto(store.url(''));
  await page.getByRole('button', { name: 'Dados de exemplo' }).click();

  const banner = page.getByRole('alert').filter({ hasText: /dados de exemplo/i });
  await expect(banner).toBeVisible(written);
  await readsTheChart(page);
  await expect(page.getByText('Primeiros passos')).toBeHidden();
  await expectAccessible(page);
  await photograph(page, 'example-home');

  const home = page.url();
  for (const section of ['Automações', 'Mensagens', 'Carrinhos', 'Pedidos', 'Contatos']) {
    await page.getByRole('navigation').getByRole('link', { name: section }).click();
    await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible();
    await expect(banner).toBeVisible();
  }

  await page.goto(`${home}/inbox?channel=email`);
  await page.locator('.inbox-row').first().click();
  await expect(page.getByRole('tab', { name: 'Como chega' })).toBeVisible();
  await photograph(page, 'example-inbox');

  await page.goto(`${home}/messages?state=skipped`);
  await expect(page.getByText('Não enviada de propósito').first()).toBeVisible();
  await photograph(page, 'example-not-sent');

  await page.goto(`${home}/runs`);
  await page.getByRole('row').filter({ hasText: 'Lembrete de PIX' }).first().click();
  await page.getByRole('link', { name: 'Ver cliente' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toBeVisible();
  await photograph(page, 'example-customer');

  await banner.getByRole('button', { name: 'Apagar', exact: true }).click();
  await photograph(page, 'example-removal');
  await banner.getByRole('button', { name: 'Apagar tudo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible();
  expect(page.url()).not.toContain(home);
  await expect(banner).toBeHidden();
  await store.stop();
});

test('[AUT15] example data can be opened from the list of stores', async ({ page }) => {
  await page.setViewportSize(sizes.desktop);
  await openPanel(page);
  await page.getByRole('combobox', { name: 'Loja' }).click();
  await page.getByRole('option', { name: 'Dados de exemplo' }).click();
  const banner = page.getByRole('alert').filter({ hasText: /dados de exemplo/i });
  await expect(banner).toBeVisible(written);
  await expect(page.getByRole('combobox', { name: 'Loja' })).toHaveValue('Loja de exemplo');
  await banner.getByRole('button', { name: 'Apagar', exact: true }).click();
  await banner.getByRole('button', { name: 'Apagar tudo' }).click();
  await expect(banner).toBeHidden();
});
