import { expect, test, type Page } from '@playwright/test';
import {
  startMailServer,
  type TestMailServer,
} from '../../../server/src/providers/channels/email/testing/mail-server.ts';
import type { WooServer } from '../../../server/src/shop/connectors/woocommerce/testing/shop-server.ts';
import { journey } from '../journey.ts';
import { sizes } from '../pay-page.ts';
import { demo } from '../service.ts';
import { shopHost } from '../shop-host.ts';
import { openWooShop } from '../testing/open-woo-shop.ts';
import { countInput } from './counted-input.ts';
import { expectAccessible, panelHeaders, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';

const { baseUrl } = demo();

let mail: TestMailServer;
let shop: WooServer;
test.beforeAll(async () => {
  mail = await startMailServer();
  shop = await openWooShop();
});
test.afterAll(async () => {
  await mail.stop();
  await shop.close();
});

/** Sets the shop's clock to that of the machine. */
const setClock = (): Promise<void> => shop.advance(Date.now() - shop.now());

const orderOf = (email: string) =>
  ({ method: 'pix', total: '149.80', name: 'Marina Souza', email, phone: '+5511987654321' }) as const;

/** Creates an empty store, as the panel does. */
async function createStore(page: Page, name: string): Promise<string> {
  const made = await page.request.post(`${baseUrl}/panel/api/stores`, { data: { name }, headers: panelHeaders });
  return ((await made.json()) as { storeId: string }).storeId;
}

for (const [size, viewport] of Object.entries(sizes)) {
  test(
    `[CON11] from an empty store to the first real message of a shop with WooCommerce, on ${size}: at most 8 clicks`,
    journey,
    async ({ page }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await signIn(page);
      const storeId = await createStore(page, `Velas ${size}`);
      await setClock();
      const before = await shop.place(orderOf(`antes-${size}@cliente.example`));
      const input = await countInput(page);
      await page.goto(`${baseUrl}/panel/${storeId}`);

      // The shop.
      await page.getByRole('region', { name: 'Conecte a sua loja' }).getByRole('link', { name: 'WooCommerce' }).click();
      await page.getByLabel('Endereço da loja').fill(shopHost);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: /gostaria de se conectar à sua loja/ })).toBeVisible();
      await page.getByRole('button').click();
      await expect(page.getByText('Conectada', { exact: true })).toBeVisible();
      await expect(page.getByText(/das últimas 48 h cheg/)).toBeVisible();
      const orders = page.getByRole('region', { name: 'Últimos pedidos' });
      await expect(orders.getByRole('link', { name: new RegExp(`#${before}$`) })).toBeVisible();

      // The next order arrives while the page is open.
      const person = `marina-${size}@cliente.example`;
      await setClock();
      const id = await shop.place(orderOf(person));
      const order = orders.getByRole('listitem').filter({ hasText: `#${id}` });
      await expect(order).toContainText('Aguardando pagamento');
      await expectAccessible(page);
      if (size === 'desktop') await photograph(page, 'connected-shop');

      // A channel and an automation.
      await page.getByRole('button', { name: 'Conectar e-mail' }).click();
      const dialog = page.getByRole('dialog', { name: 'Conexão de E-mail' });
      await dialog.getByLabel(/^Servidor( \*)?$/).fill('127.0.0.1');
      await dialog.getByRole('button', { name: 'Mais opções' }).click();
      await dialog.getByLabel('Porta').fill(String(mail.port));
      await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
      await dialog.getByRole('button', { name: 'Concluir' }).click();
      await expect(page.getByText('Canal conectado', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Usar Obrigado pela compra' }).click();
      const sender = `contato@velas-${size}.example`;
      await page.getByLabel('Remetente dos e-mails').fill(sender);
      await page.keyboard.press('Enter');
      const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
      await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
      await expect(page.getByText('Versão 1 no ar.')).toBeVisible();
      // Two forms of one field are sent with Enter.
      expect(input).toEqual({ clicks: 8, keys: 2 });

      // The shopper pays in the shop, and gets the store's message.
      await setClock();
      await shop.pay(id);
      // The shop is also connected with the store of the other test.
      const sentTo = (): string[] =>
        mail.received.filter(({ raw }) => raw.includes(sender)).flatMap(({ to }) => [...to]);
      await expect.poll(sentTo, { timeout: 60_000 }).toEqual([person]);
      await page.goto(`${baseUrl}/panel/${storeId}/settings/platforms`);
      await expect(order).toContainText('Pago');
      await expect(page.getByText('Tudo certo. Último aviso da loja: agora.')).toBeVisible();
    },
  );
}
