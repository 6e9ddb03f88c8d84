import { expect, test } from '@playwright/test';
import { sizes } from '../pay-page.ts';
import { ask } from './editor-page.ts';
import { panelUrl, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';

test('[COM2] tracking codes are imported from a CSV, after a preview of each line', async ({ page }) => {
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  const { orderId } = await ask<{ orderId: string }>(page, 'POST', '/test-purchase', {});
  const { order } = await ask<{ order: { number: string } }>(page, 'GET', `/orders/${orderId}`);
  await page.goto(panelUrl('orders'));
  await page.getByRole('button', { name: 'Importar rastreios (CSV)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar rastreios (CSV)' });
  const csv = `pedido;codigo;transportadora;status\n${order.number};AA123456785BR;Correios;Em trânsito\n99999;BB1;;\n`;
  const choose = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Escolher arquivo' }).click();
  // The encoding and separator of a spreadsheet in Portuguese.
  const buffer = Buffer.from(csv, 'latin1');
  await (await choose).setFiles({ name: 'rastreios.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByRole('row', { name: /AA123456785BR/ })).toContainText('em trânsito');
  await expect(dialog.getByRole('row', { name: /99999/ })).toContainText('Esta loja não tem esse pedido.');
  await expect(dialog.getByRole('alert')).toContainText('1 linha tem problema e fica de fora.');
  await photograph(page, 'import-tracking');
  await dialog.getByRole('button', { name: 'Salvar 1 rastreio' }).click();
  await expect(page.getByText('1 rastreio salvo.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto(panelUrl(`orders/${orderId}`));
  const tracking = page.getByRole('region', { name: 'Rastreio' });
  await expect(tracking).toContainText('AA123456785BR');
  await expect(tracking).toContainText('Em trânsito');
});
