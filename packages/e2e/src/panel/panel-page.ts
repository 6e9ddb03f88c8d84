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
  await page.evaluate(settled);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** In the page: what fades in has less contrast until it is there. What turns for ever is not waited for. */
async function settled(): Promise<void> {
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}
