import path from 'node:path';
import { expect, test } from '@playwright/test';
import { shots } from '../pay-page.ts';
import { expectAccessible, signIn } from './panel-page.ts';
import { makeRunsStore, type RunsStore } from './runs-store.ts';

let store: RunsStore;
test.beforeAll(async () => {
  store = await makeRunsStore('Loja dos Avisos');
  await store.publish({
    name: 'Lembrete',
    trigger_event: 'pix.generated',
    steps: [
      { type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Oi, {{customer.first_name}}!' } },
      { type: 'delay', minutes: 120 },
    ],
  });
});
test.afterAll(() => store.stop());

test('a channel that is down shows a notice on every page with a link to its settings, until it is up', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(store.url('runs'));
  const notices = page.getByRole('region', { name: 'Avisos' });
  await expect(page.getByRole('heading', { name: 'Jornadas' })).toBeVisible();
  await expect(notices).toHaveCount(0);

  await store.setPhone('close');
  await page.goto(store.url(''));
  await expect(page.getByRole('main').getByText(/WhatsApp não está enviando/)).toBeVisible();
  await expect(notices).toHaveCount(0);
  for (const at of ['runs', 'orders']) {
    await page.goto(store.url(at));
    await expect(notices.getByText(/WhatsApp não está enviando/)).toBeVisible();
  }
  await expectAccessible(page);
  await page.screenshot({ path: path.join(shots, 'notices-channel-down.png'), animations: 'disabled' });
  await notices.getByRole('link', { name: 'Ver canais' }).click();
  await expect(page).toHaveURL(/settings\/channels/);

  await store.setPhone('open');
  await page.goto(store.url('runs'));
  await expect(page.getByRole('heading', { name: 'Jornadas' })).toBeVisible();
  await expect(notices).toHaveCount(0);
});

test('the notice of late sending shows the delay in minutes', async ({ page }) => {
  // A test has no work that is late by a minute, so the service's response is replaced.
  await page.route('**/health', (route) =>
    route.fulfill({ json: { success: true, lateSeconds: 754, channels: [], unverified: [], simulated: [] } }),
  );
  await signIn(page);
  await page.goto(store.url('runs'));
  await expect(page.getByText(/Os envios estão atrasados 13 min\. Nada se perde/)).toBeVisible();
  await expectAccessible(page);
});

test('filters are saved under a name, applied again and deleted', async ({ page }) => {
  await signIn(page);
  await page.goto(`${store.url('runs')}?state=waiting&days=7#search=marina`);
  await page.getByRole('button', { name: 'Visões' }).click();
  await page.getByRole('menuitem', { name: 'Salvar estes filtros' }).click();
  await page.getByLabel('Nome da visão').fill('Esperando na semana');
  // The closing menu loses its items before itself.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(page.getByText('Visão salva.')).toBeVisible();

  await page.goto(store.url('runs'));
  await page.getByRole('button', { name: 'Visões' }).click();
  await page.getByRole('menuitem', { name: 'Esperando na semana' }).click();
  await expect(page).toHaveURL(/\?(state=waiting&days=7|days=7&state=waiting)$/);

  await page.getByRole('button', { name: 'Visões' }).click();
  await page.getByRole('menuitem', { name: 'Apagar visões' }).click();
  await page.getByRole('button', { name: 'Apagar a visão Esperando na semana' }).click();
  await expect(page.getByText('Nenhuma visão salva.')).toBeVisible();
});
