import { expect, test } from '@playwright/test';
import { sizes } from '../pay-page.ts';
import { signIn } from './panel-page.ts';
import { makeRunsStore } from './runs-store.ts';

test('[AUT8] an owner deletes a store by typing its name, and is led to another one', async ({ page }) => {
  const store = await makeRunsStore('Loja Passageira');
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  await page.goto(store.url('settings/store'));
  await page.getByRole('button', { name: 'Apagar loja' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apagar Loja Passageira?' });
  await expect(dialog.getByRole('button', { name: 'Apagar loja' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('Loja Passageira');
  await dialog.getByRole('button', { name: 'Apagar loja' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible();
  expect(page.url()).not.toContain(store.storeId);
  await store.stop();
});
