import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { narrow, shots, sizes } from '../pay-page.ts';
import { demo } from '../service.ts';
import { ask } from './editor-page.ts';
import { englishTexts } from './english-words.ts';
import { expectAccessible, openPanel, panelUrl } from './panel-page.ts';

const { baseUrl } = demo();

/** Every main screen, by the name of its picture. */
const screens = {
  home: '',
  automations: 'automations',
  templates: 'automations/templates',
  import: 'automations/import',
  runs: 'runs',
  messages: 'messages',
  checkouts: 'checkouts',
  orders: 'orders',
  leads: 'leads',
  inbox: 'inbox',
  settings: 'settings',
  'settings-channels': 'settings/channels',
};

/** The addresses of the main screens, with the editor of an automation. */
async function addressesOf(page: Page): Promise<[name: string, address: string][]> {
  const { automations } = await ask<{ automations: { automationId: string }[] }>(page, 'GET', '/automations');
  return Object.entries({ ...screens, editor: `automations/${automations[0]!.automationId}` });
}

/** Opens a main screen by its address, and waits until it is complete. */
async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(panelUrl(address));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('[EDT15] every main screen is accessible, and in Portuguese', journey, async ({ page }) => {
  await openPanel(page);
  for (const [, address] of await addressesOf(page)) {
    await openScreen(page, address);
    await expectAccessible(page);
    expect(await englishTexts(page), address).toEqual([]);
  }
});

test('[EDT15] what is outside a store is in Portuguese, and an address of nothing has a way on', async ({ page }) => {
  for (const address of ['sign-in', 'forgot-password']) {
    await page.goto(`${baseUrl}/panel/${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await englishTexts(page), address).toEqual([]);
  }
  await openPanel(page);
  const nothing = '00000000-0000-4000-8000-000000000000';
  for (const address of ['orders', 'automations', 'runs', 'checkouts']
    .map((name) => `${name}/${nothing}`)
    .concat('nothing')) {
    await page.goto(panelUrl(address));
    const way = page.getByRole('main').getByRole('link').first();
    await expect(way, address).toBeVisible();
    expect(await englishTexts(page), address).toEqual([]);
  }
});

for (const scheme of ['light', 'dark'] as const) {
  test(`every main screen, ${scheme}: no overlap on a desktop, at 200% and at 320 pixels`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(sizes.desktop);
    await openPanel(page);
    for (const [name, address] of await addressesOf(page)) {
      await page.setViewportSize(sizes.desktop);
      await openScreen(page, address);
      await page.screenshot({ path: path.join(shots, `${name}-${scheme}.png`), animations: 'disabled' });
      await expectAccessible(page);
      // A window of 1280 at 200% is one of 640.
      for (const size of [{ width: 640, height: 400 }, narrow]) {
        await page.setViewportSize(size);
        const wider = (): Promise<number> =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        // Soft, so that one run reports every screen.
        await expect
          .soft(async () => expect(await wider()).toBe(0), `${name} at ${size.width}`)
          .toPass({ timeout: 20_000 });
      }
      await page.screenshot({ path: path.join(shots, `${name}-${scheme}-narrow.png`), animations: 'disabled' });
      await expectAccessible(page);
    }
  });
}
