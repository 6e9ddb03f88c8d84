import { expect, test } from '@playwright/test';
import { openPanel } from './panel-page.ts';

test('a page that was open while the service was upgraded is loaded anew where a file of it is gone', async ({
  page,
}) => {
  await openPanel(page, 'automations/templates');
  const templates = page.getByRole('heading', { level: 1 });
  await expect(templates).toBeVisible();
  let loads = 0;
  let gone = 0;
  page.on('request', (request) => void (request.isNavigationRequest() && loads++));
  // As a new release answers of the files of the one before, until the page itself is asked for.
  await page.route('**/panel/assets/*.js', async (route) => {
    if (loads > 0) return route.continue();
    gone++;
    return route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
  });
  await page
    .getByRole('button', { name: /^Ver como funciona/ })
    .first()
    .click();
  await expect.poll(() => [gone > 0, loads]).toEqual([true, 1]);
  await expect(templates).toBeVisible();
});
