import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { shots, sizes } from '../pay-page.ts';
import { expectAccessible } from './panel-page.ts';

/** The maximum height of a screenshot, in pixels. */
const maxHeight = 2400;

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);

/**
 * Changes the size of the window, and resolves once the page is drawn at it. What media queries choose follows a resize in a later frame:
 * until then a control of the former layout can be found, such as a radio button that is already checked there.
 */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async (width) => {
    const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);
    while (window.innerWidth !== width) await nextFrame();
    await nextFrame();
    await nextFrame();
  }, size.width);
}

/**
 * Takes screenshots of a loaded page in light, in dark and on a phone. Fails if axe finds something serious in light or dark, or if the
 * page is wider than the phone. Afterwards the page is light and has its original size.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? sizes.desktop;
  const shoot = async (look: string): Promise<void> => {
    const file = path.join(shots, `panel-${name}-${look}.png`);
    // A dialog is as high as the window, and fixed in it.
    if ((await page.getByRole('dialog').count()) > 0) {
      await page.screenshot({ path: file, animations: 'disabled' });
      return;
    }
    // Of an endless list only the beginning is compared.
    const clip = { x: 0, y: 0, width: page.viewportSize()!.width, height: Math.min(await heightOf(page), maxHeight) };
    await page.screenshot({ path: file, fullPage: true, clip, animations: 'disabled' });
  };
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await shoot(colorScheme);
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await resize(page, sizes.phone);
  const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(sizes.phone.width);
  await shoot('phone');
  await resize(page, before);
}
