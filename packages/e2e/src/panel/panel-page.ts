import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { demo } from '../service.ts';

const { baseUrl, demo: store } = demo();

/** The address of a page of the demo store's panel. */
export const panelUrl = (path = ''): string => `${baseUrl}/panel/${store.storeId}${path && `/${path}`}`;

/** Signs in as the owner of the demo store, and opens a page of its panel. */
export async function openPanel(page: Page, path = ''): Promise<void> {
  await page.goto(`${baseUrl}/panel/sign-in`);
  await page.getByLabel('E-mail').fill(store.user.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(store.user.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(panelUrl());
  if (path) await page.goto(panelUrl(path));
}

/**
 * What axe calls serious or worse; nothing else may stand in the way of anybody. The page alone: the frame of an e-mail runs no script,
 * axe's neither.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
