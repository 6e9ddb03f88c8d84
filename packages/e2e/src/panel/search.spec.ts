import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { sizes } from '../pay-page.ts';
import { countInput } from './counted-input.ts';
import { expectAccessible, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';
import { makeRunsStore, type RunsStore } from './runs-store.ts';

const flow = {
  name: 'Recuperar PIX',
  trigger_event: 'pix.generated',
  active: true,
  steps: [
    { type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Oi, Marina! Seu PIX está aberto.' } },
  ],
};

let store: RunsStore;
test.beforeAll(async () => {
  store = await makeRunsStore('Loja da Busca');
  await store.publish(flow);
  for (const number of ['2042', '2043']) await store.happen('pix.generated', number);
});
test.afterAll(() => store.stop());

test('[AUT18] any order or person is found in at most two clicks and typing', journey, async ({ page }) => {
  const input = await countInput(page);
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  await page.goto(store.url('messages'));
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' });
  await field.fill('2042');
  await page.getByRole('option', { name: /#2042/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /2042/ })).toBeVisible();
  expect(input.clicks).toBe(2);

  // By keyboard alone: a phone in another spelling finds the person, whose messages are shown too.
  await page.keyboard.press('Control+k');
  await field.fill('(11) 98888-2042');
  const person = page.getByRole('group', { name: 'Pessoas' }).getByRole('option');
  await expect(person).toHaveText(/Marina Souza.*1 pedido/);
  await expect(page.getByRole('group', { name: 'Mensagens' }).getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'search');
  const first = await field.getAttribute('aria-activedescendant');
  await page.keyboard.press('ArrowDown');
  await expect(field).not.toHaveAttribute('aria-activedescendant', first!);
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Marina Souza.*1 pedido/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Marina Souza' })).toBeVisible();
  expect(input.clicks).toBe(2);

  // Enter before the results arrive opens the first of them.
  await page.keyboard.press('Control+k');
  await field.fill('recuperar');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/automations\/[0-9a-f-]{36}/);
});

test('[AUT18] the empty search shows what was seen on this device; nothing found says so', async ({ page }) => {
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  await page.goto(store.url('orders'));
  await page.getByRole('link', { name: /2042/ }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /2042/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Vistos há pouco' }).getByRole('option')).toHaveText(/#2042 · Marina/);
  await expect(page.getByRole('option', { name: 'Criar link de pagamento' })).toBeVisible();
  await photograph(page, 'search-empty');
  expect(JSON.stringify(await page.evaluate(() => Object.entries(localStorage)))).not.toMatch(/Marina|98888/);
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' });
  await field.fill('#99999');
  await expect(page.getByText('Nada com “#99999”')).toBeVisible();
  await expect(page.getByText('O último pedido é o #2043.', { exact: false })).toBeVisible();
  await photograph(page, 'search-nothing');
  await field.fill('juros cartao');
  await page.getByRole('option', { name: /Parcelas e juros do cartão/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Preços e cupons' })).toBeVisible();

  // On a phone "back" closes the search, and not the page.
  await page.setViewportSize(sizes.phone);
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(field).toBeVisible();
  await page.goBack();
  await expect(field).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Preços e cupons' })).toBeVisible();
});
