import { expect, test } from '@playwright/test';
import { openPanel } from './panel-page.ts';

test('a page that stays open during an upgrade reloads if one of its files no longer exists', async ({ page }) => {
  await openPanel(page, 'automations/templates');
  const templates = page.getByRole('heading', { level: 1 });
  await expect(templates).toBeVisible();
  let loads = 0;
  let missing = 0;
  page.on('request', (request) => void (request.isNavigationRequest() && loads++));
  // The response of a new release to files of the old one, until the page itself is requested.
  await page.route('**/panel/assets/*.js', async (route) => {
    if (loads > 0) return route.continue();
    missing++;
    return route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
  });
  await page
    .getByRole('button', { name: /^Ver como funciona/ })
    .first()
    .click();
  await expect.poll(() => [missing > 0, loads]).toEqual([true, 1]);
  await expect(templates).toBeVisible();
});

test('the page stays if the service is unreachable, since nothing could replace it', async ({ page, context }) => {
  await openPanel(page, 'automations/templates');
  const preview = page.getByRole('button', { name: /^Ver como funciona/ }).first();
  await expect(preview).toBeVisible();
  let loads = 0;
  page.on('request', (request) => void (request.isNavigationRequest() && loads++));
  await context.setOffline(true);
  const looked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await preview.click();
  await looked;
  await context.setOffline(false);
  expect(await page.evaluate(() => document.readyState)).toBe('complete');
  expect(loads).toBe(0);
});
