import { expect, test } from '@playwright/test';
import { demo } from '../service.ts';
import { englishTexts } from './english-words.ts';
import { openPanel } from './panel-page.ts';
import { photograph } from './photograph.ts';

const { baseUrl } = demo();

const cart = {
  cart: { items: [{ title: 'Caneca', quantity: 1, unitPrice: 3900, image: 'https://loja.example/caneca.png' }] },
  customer: { name: 'Teresa Teste', email: 'teresa@cliente.example' },
};

test('[TST1] [TST4] [TST6] an owner turns test mode on, sells there, lets time pass, and finds nothing of it in the store', async ({
  page,
}) => {
  await openPanel(page, 'settings/keys');
  const storeAddress = page.url();
  await page.getByText('Teste', { exact: true }).click();
  await expect(page.getByText('Modo de teste:')).toBeVisible();
  expect(page.url()).not.toBe(storeAddress);
  await page.getByRole('region', { name: 'Chave de checkout' }).getByRole('button', { name: 'Criar chave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sua nova chave' });
  const key = (await dialog.getByTestId('new-key').textContent())!;
  expect(key).toMatch(/^rtm_test_/);
  await dialog.getByRole('button', { name: 'Copiar chave' }).click();
  await dialog.getByRole('button', { name: 'Já copiei' }).click();
  await expect(page.getByRole('link', { name: 'Pagamentos' })).toHaveCount(0);
  expect(await englishTexts(page)).toEqual([]);
  await photograph(page, 'test-mode-keys');

  const created = await fetch(`${baseUrl}/stores/external/checkout`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(cart),
  });
  expect(created.status).toBe(201);
  await page.getByRole('link', { name: 'Carrinhos' }).first().click();
  await expect(page.getByRole('link', { name: 'Teresa Teste' })).toBeVisible();
  await page.getByRole('button', { name: 'Adiantar o tempo' }).click();
  await page.getByRole('menuitem', { name: '2 horas' }).click();
  await expect(page.getByText('O tempo passou.')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'Teresa Teste' })).toContainText('Abandonado', {
      timeout: 2_000,
    });
  }).toPass({ timeout: 70_000 });
  await photograph(page, 'test-mode-carts');

  await page.getByRole('switch', { name: 'Modo de teste' }).click();
  await expect(page.getByText('Modo de teste:')).toHaveCount(0);
  await page.getByRole('link', { name: 'Carrinhos' }).first().click();
  await expect(page.getByRole('heading', { name: 'Carrinhos' })).toBeVisible();
  await expect(page.getByText('Teresa Teste')).toHaveCount(0);
});
