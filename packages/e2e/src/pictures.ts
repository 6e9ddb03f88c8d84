// The pictures of README.md, from a demo store with one purchase and one run, those of docs/pictures/README.md, from example data, and those
// of the pages about connecting a shop. Run by `npm run pictures`.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { cart, checkout, fillIn } from './pay-page.ts';
import { ask } from './panel/editor-page.ts';
import { makeRunsStore, type RunsStore } from './panel/runs-store.ts';
import { openPanel, panelHeaders, panelUrl, signIn } from './panel/panel-page.ts';
import { createSecondStore } from './second-store.ts';
import { demo } from './service.ts';
import { shopHost } from './shop-host.ts';
import { openWooShop } from './testing/open-woo-shop.ts';

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

test.describe('a shop', () => {
  test.use({ viewport: { width: 1000, height: 760 } });

  for (const platform of ['woocommerce', 'nuvemshop', 'shopify']) {
    test(`how one of ${platform} is connected`, async ({ page }) => {
      await signIn(page);
      await page.goto(newStore().url(`settings/platforms?platform=${platform}`));
      await expect(page.getByRole('table')).toBeVisible();
      await take(page, `../connect-shop/${platform}`);
    });
  }

  test('connected', async ({ page }) => {
    const shop = await openWooShop();
    await signIn(page);
    await page.goto(createSecondStore('Velas da Serra', 'pix').url('settings/platforms?platform=woocommerce'));
    await page.getByLabel('Endereço da loja').fill(shopHost);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Aprovar' }).click();
    await expect(page.getByText(/das últimas 48 h|nas últimas 48 h/)).toBeVisible();
    for (const [name, total] of [
      ['Marina Souza', '149.80'],
      ['João Pereira', '89.90'],
    ] as const) {
      await shop.advance(Date.now() - shop.now());
      const email = `${name.split(' ')[0]!.toLowerCase()}@cliente.example`;
      const id = await shop.place({ method: 'pix', total, name, email, phone: '+5511987654321' });
      await expect(page.getByRole('link', { name: new RegExp(`#${id}$`) })).toBeVisible();
    }
    await take(page, '../connect-shop/connected');
    await shop.close();
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

/** The screens of docs/pictures/README.md. Each function opens one; `url`: the panel of the store of example data. */
const screens: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  async home(page, url) {
    await page.goto(url);
    await expect(page.getByRole('slider', { name: /^Vendas pagas por dia/ })).toBeVisible();
  },
  async 'home-empty'(page) {
    await page.goto(newStore().url(''));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  async 'home-bad-day'(page) {
    badDay ??= makeBadDay();
    await page.goto((await badDay).url(''));
    await expect(page.getByText(/WhatsApp não está enviando/)).toBeVisible();
  },
  async sell(page) {
    await page.goto(newStore().url('selling'));
    await expect(page.getByRole('heading', { level: 1, name: 'Começar a vender' })).toBeVisible();
  },
  async editor(page, url) {
    await openAutomation(page, url, 'Lembrete de PIX em dois toques');
  },
  async condition(page, url) {
    await openAutomation(page, url, 'Lembrete de PIX em dois toques');
    const card = page.getByRole('treeitem', { name: /O pagamento já entrou/ }).first();
    await card.getByText('O pagamento já entrou?').click();
    await expect(page.getByRole('complementary', { name: 'Editar passo' })).toBeVisible();
  },
  async email(page, url) {
    await openAutomation(page, url, 'Lembrete de PIX em dois toques');
    await page.goto(`${page.url().split('?')[0]}?view=list`);
    await page.getByText('E-mail', { exact: false }).first().click();
    await page.getByRole('button', { name: 'Editar e-mail' }).click();
    await expect(page.frameLocator('iframe').last().getByRole('link').first()).toBeVisible();
  },
  async inbox(page, url) {
    await page.goto(`${url}/inbox`);
    await page
      .getByRole('button', { name: /E-mail:/ })
      .first()
      .click();
    await expect(page.frameLocator('iframe').last().getByRole('link').first()).toBeVisible();
  },
  async order(page, url) {
    const { orders } = await read<{ orders: { orderId: string; status: string }[] }>(page, url, 'orders');
    await page.goto(`${url}/orders/${orders.find(({ status }) => status === 'paid')!.orderId}`);
    await expect(page.getByRole('heading', { level: 1, name: /Pedido/ })).toBeVisible();
  },
  async customer(page, url) {
    const { runs } = await read<{ runs: { runId: string }[] }>(page, url, 'runs');
    // The newest have just begun.
    await page.goto(`${url}/runs/${runs.at(-1)!.runId}`);
    await page.getByRole('link', { name: 'Ver cliente' }).click();
    await expect(page.getByText('Linha do tempo')).toBeVisible();
  },
  async search(page, url) {
    await page.goto(url);
    await page.getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('ana');
    await expect(page.getByRole('group', { name: 'Pessoas' }).getByRole('option').first()).toBeVisible();
  },
  async payment(page) {
    await page.goto(await checkout({ cart: cart() }));
    await fillIn(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: /PIX/ }).first().click();
    await expect(page.getByRole('button', { name: /Copiar/ }).first()).toBeVisible();
  },
};

let badDay: Promise<RunsStore> | undefined;
test.afterAll(async () => (await badDay)?.stop());

/** A store whose WhatsApp is disconnected while people wait for messages. */
async function makeBadDay(): Promise<RunsStore> {
  const store = await makeRunsStore('Empório do Cacau');
  const message = { type: 'text', message: 'Oi, {{customer.first_name}}! Seu PIX está aberto.' };
  const steps = [{ type: 'action', name: 'send_whatsapp', data: message }];
  await store.publish({ name: 'Lembrete de PIX', trigger_event: 'pix.generated', active: true, steps });
  await store.setPhone('close');
  for (const number of ['3091', '3092', '3093']) await store.happen('pix.generated', number);
  return store;
}

let made: ReturnType<typeof createSecondStore> | undefined;

/** The store that was just created, the same for all pictures. */
const newStore = () => (made ??= createSecondStore('Velas da Vila', 'pix,boleto,card'));

/** What a list of the example store holds. */
async function read<Answer>(page: Page, url: string, list: string): Promise<Answer> {
  const answer = await page.request.get(`${url.replace('/panel/', '/panel/api/stores/')}/${list}`, {
    headers: panelHeaders,
  });
  return (await answer.json()) as Answer;
}

const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { ...phone, deviceScaleFactor: 1 },
};

for (const [size, device] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ ...device, colorScheme });
      for (const [name, open] of Object.entries(screens)) {
        test(name, async ({ page }) => {
          await signIn(page);
          const made = await page.request.post(`${baseUrl}/panel/api/example-store`, { headers: panelHeaders });
          const { storeId } = (await made.json()) as { storeId: string };
          await open(page, `${baseUrl}/panel/${storeId}`);
          await take(page, `screens/${name}-${size}-${colorScheme}`);
        });
      }
    });
  }
}

async function openAutomation(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/automations`);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('textbox', { name: 'Nome da automação' })).toBeVisible();
}

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
