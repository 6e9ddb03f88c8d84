import { expect, test } from '@playwright/test';
import { openPanel } from './panel-page.ts';

test('a page that was open while the service was upgraded is loaded anew where a file of it is gone', async ({
  page,
}) => {
  await openPanel(page, 'automations/templates');
  const templates = page.getByRole('heading', { level: 1 });
  await expect(templates).toBeVisible();
  let loads = 0;
  let missing = 0;
  page.on('request', (request) => void (request.isNavigationRequest() && loads++));
  // As a new release answers of the files of the one before, until the page itself is asked for.
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

test('where the service cannot be reached it stays: there is nothing to load in its place', async ({
  page,
  context,
}) => {
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
