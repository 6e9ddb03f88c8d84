import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { demo } from '../service.ts';
import { panelUrl, signInByForm } from './panel-page.ts';
import { photograph } from './photograph.ts';

const { baseUrl, demo: store } = demo();

test('[AUT1] a page requested before signing in is shown after signing in', journey, async ({ page }) => {
  await page.goto(panelUrl('orders'));
  await expect(page.getByRole('heading', { name: 'Entrar na Retoma' })).toBeVisible();
  await photograph(page, 'sign-in');
  await page.getByLabel('E-mail').fill(store.user.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill('uma senha errada');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toContainText('E-mail ou senha não conferem');
  await page.getByRole('textbox', { name: 'Senha' }).fill(store.user.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(panelUrl('orders'));
});

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('[COM13] an e-mail address is pasted without the marks that no one sees', async ({ page }) => {
    await page.goto(`${baseUrl}/panel/sign-in`);
    await page.evaluate((text) => navigator.clipboard.writeText(text), `\u202a${store.user.email}\u200b\u202c`);
    await page.getByLabel('E-mail').focus();
    await page.keyboard.press('Control+v');
    await expect(page.getByLabel('E-mail')).toHaveValue(store.user.email);
    await page.getByRole('textbox', { name: 'Senha' }).fill(store.user.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL(panelUrl());
  });
});

test('[AUT2] signing out ends the session, and the store of another owner is not found', async ({ page }) => {
  await signInByForm(page);
  await page.goto(`${baseUrl}/panel/01890000-0000-7000-8000-000000000000`);
  await page.waitForURL(panelUrl());
  await page.goto(panelUrl('settings/payments'));
  // AUT18: what was seen on the device.
  const seen = (): Promise<string[]> =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('retoma-seen-')));
  await expect.poll(seen).toHaveLength(1);
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar na Retoma' })).toBeVisible();
  expect(await seen()).toEqual([]);
  await page.goto(panelUrl());
  await expect(page.getByRole('heading', { name: 'Entrar na Retoma' })).toBeVisible();
});
