import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { barriers, cart, checkout, fillIn, fits, shots, sizes } from './pay-page.ts';
import { demo, retoma } from './service.ts';

const { storeId } = demo().demo;
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Buys with an accepted card and shipping; returns the link. */
async function buy(page: Page): Promise<string> {
  const link = await checkout({ cart: cart(true), redirect: { successUrl: 'https://loja.example/obrigado' } });
  await page.goto(link);
  await fillIn(page);
  await page.locator('#zipcode').fill('01310-100');
  await expect(page.locator('#street')).toHaveValue('Avenida Paulista');
  await page.locator('#number').fill('1000');
  await page.getByText('Sedex').click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(title(page)).toHaveText('Como quer pagar?');
  await page.waitForLoadState('load');
  await page.getByText('Cartão de crédito').click();
  await page.waitForURL(/method=card/);
  await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: 'Pagar R$ 173,70' }).click();
  await expect(title(page)).toHaveText('Pagamento confirmado');
  return link;
}

/** The id of the order that a page shows. */
async function orderIdOn(page: Page): Promise<string> {
  const number = /nº (\d+)/.exec(await page.locator('main').innerText())![1];
  const { orders } = JSON.parse(retoma('order', 'list', '--store', storeId, '--json')) as {
    orders: { orderId: string; number: string }[];
  };
  return orders.find((one) => one.number === number)!.orderId;
}

/** Writes the tracking of an order, as the store does. */
function track(orderId: string, status: string): void {
  const url = 'https://rastreio.example/AA123456785BR';
  const tracking = ['--code', 'AA123456785BR', '--carrier', 'Correios', '--url', url, '--status', status];
  retoma('order', 'track', orderId, ...tracking, '--store', storeId);
}

for (const [size, viewport] of Object.entries(sizes)) {
  test(
    `[COM26] on a ${size} the link of a paid order shows what was bought, where it goes, and follows the shipment`,
    size === 'phone' ? journey : {},
    async ({ page, browser }) => {
      const found: string[] = [];
      const look = async (seen: Page, name: string): Promise<void> => {
        found.push(...(await barriers(seen)).map((barrier) => `${name}: ${barrier}`));
        if (!(await fits(seen))) found.push(`${name}: sideways scroll`);
        await seen.screenshot({ path: path.join(shots, `order-${size}-${name}.png`), fullPage: true });
      };
      await page.setViewportSize(viewport);
      const link = await buy(page);
      await expect(page.getByText('Camiseta Retoma')).toBeVisible();
      await expect(page.getByText('Avenida Paulista, 1000, São Paulo, SP')).toBeVisible();
      // No automation of the store writes about paid orders.
      await expect(page.getByText('Enviamos as novidades')).toHaveCount(0);
      await expect(page.getByText('A loja prepara o envio.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Voltar para a loja' })).toHaveAttribute('href', /loja\.example/);
      await look(page, 'paid');
      const orderId = await orderIdOn(page);
      track(orderId, 'in_transit');
      const scriptless = { viewport, javaScriptEnabled: false, colorScheme: 'dark', locale: 'pt-BR' } as const;
      const other = await (await browser.newContext(scriptless)).newPage();
      await other.goto(link);
      await expect(title(other)).toHaveText('Pedido enviado');
      await expect(other.getByText('AA123456785BR')).toBeVisible();
      await expect(other.getByRole('link', { name: 'Acompanhar entrega' })).toBeVisible();
      expect(await other.content()).not.toMatch(/marina@|Avenida Paulista/);
      await other.screenshot({ path: path.join(shots, `order-${size}-sent-dark.png`), fullPage: true });
      track(orderId, 'delivered');
      await page.goto(link);
      await expect(title(page)).toHaveText('Pedido entregue');
      await look(page, 'delivered');
      expect(found).toEqual([]);
      await other.context().close();
    },
  );
}
