import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { sizes } from '../pay-page.ts';
import { signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';
import { makeRunsStore, type RunsStore } from './runs-store.ts';

const flow = {
  name: 'Recuperar PIX',
  trigger_event: 'pix.generated',
  active: true,
  steps: [{ type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Oi! Seu PIX está aberto.' } }],
};

let store: RunsStore;
test.beforeAll(async () => {
  store = await makeRunsStore('Loja das Listas');
  await store.publish(flow);
  await store.happen('pix.generated', '3001', 'Ana Lima');
  await store.happen('pix.generated', '3002', 'Bruno Dias');
});
test.afterAll(() => store.stop());

test('[AUT11] messages and orders are searched, filtered and exported as a file that Excel in Portuguese reads', async ({
  page,
}) => {
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  await page.goto(store.url('messages'));
  await expect(page.getByRole('link', { name: 'Abrir a mensagem para Ana L.' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('bruno');
  await expect(page.getByRole('link', { name: 'Abrir a mensagem para Ana L.' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Abrir a mensagem para Bruno D.' })).toBeVisible();
  expect(new URL(page.url()).search).not.toContain('bruno');
  await photograph(page, 'messages-filtered');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page.getByRole('link', { name: 'Abrir a mensagem para Ana L.' })).toBeVisible();

  await page.goto(store.url('orders'));
  await expect(page.getByRole('row').filter({ hasText: 'Ana Lima' })).toBeVisible();
  await photograph(page, 'orders-list');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('pedidos.csv');
  const bytes = await readFile(await file.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [, row] = bytes.toString('utf8').split('\r\n');
  expect(row).toMatch(/^"3002";"\d\d\/\d\d\/\d{4} \d\d:\d\d";"Aguardando pagamento";"PIX";"";"189,90";/);
  expect(row).toContain('"Bruno Dias";"pessoa3002@exemplo.com.br";"(11) 98888-3002"');

  await page.goto(store.url('leads'));
  const ana = page.getByRole('row').filter({ hasText: 'Ana Lima' });
  await expect(ana).toContainText('(11) 98888-3001');
  await photograph(page, 'contacts');
  await ana.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Lima' })).toBeVisible();
});
