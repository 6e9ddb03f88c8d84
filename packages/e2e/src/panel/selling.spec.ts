import { expect, test } from '@playwright/test';
import { sizes } from '../pay-page.ts';
import { createSecondStore } from '../second-store.ts';
import { retoma } from '../service.ts';
import { countInput } from './counted-input.ts';
import { expectAccessible, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';

test('[COM45] a store sells for real with its PIX key in at most 8 clicks, and goes back to the test', async ({
  page,
}) => {
  test.slow();
  const store = createSecondStore('Loja que Começa', 'pix,boleto,card');
  for (const channel of ['whatsapp', 'email', 'sms'])
    retoma('connection', 'set', '--store', store.storeId, '--channel', channel, '--provider', 'sandbox');
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  const counted = await countInput(page);
  await page.goto(store.url(''));
  const sections = page.getByRole('navigation', { name: 'Seções' });
  await sections.getByRole('link', { name: /^Começar a vender 0\/\d+$/ }).click();
  const receive = page.getByRole('region', { name: 'Receber' });
  const sell = page.getByRole('button', { name: 'Vender de verdade' });
  await expect(sell).toBeDisabled();
  // API11: no key was used, so the site's developer has nothing to do.
  const site = page.getByRole('region', { name: 'O seu site, para quem programa' });
  await expect(site.getByText('Opcional')).toHaveCount(4);
  await photograph(page, 'selling-nothing');
  const before = counted.clicks;
  expect(before).toBe(1);

  await receive.getByRole('button', { name: 'Cadastrar chave PIX' }).click();
  const dialog = page.getByRole('dialog', { name: 'Chave PIX da loja' });
  // COM15: nothing of the simulator has to be moved first.
  await expect(dialog.getByRole('checkbox', { name: 'PIX' })).toBeChecked();
  await dialog.getByLabel('Chave PIX').fill('529.982.247-25');
  await dialog.getByLabel('Nome do titular').fill('Ana Lima');
  await dialog.getByLabel('Cidade do titular').fill('Recife');
  const atFields = counted.clicks;
  await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
  await expect(receive.getByRole('listitem').filter({ hasText: 'Chave PIX' }).getByText('Feito')).toBeVisible();
  await photograph(page, 'selling-half');

  await sell.click();
  const ask = page.getByRole('dialog', { name: 'Vender de verdade?' });
  await expect(ask.getByText('Boleto e cartão ainda são simulados e somem da página.')).toBeVisible();
  await expect(ask.getByText(/^WhatsApp e E-mail não saem\./)).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'selling-ask');
  await ask.getByRole('button', { name: 'Vender só com PIX' }).click();
  await expect(page.getByText('Vendendo de verdade')).toBeVisible();
  expect(counted.clicks - atFields).toBeLessThanOrEqual(8);
  expect(counted.clicks).toBe(5);
  await expect(sections.getByRole('link', { name: /^Começar a vender/ })).toHaveCount(0);
  await photograph(page, 'selling-live');

  await page.getByRole('button', { name: 'Voltar ao teste' }).click();
  await page.getByRole('dialog', { name: 'Voltar ao teste?' }).getByRole('button', { name: 'Voltar ao teste' }).click();
  await expect(page.getByText('Loja em teste')).toBeVisible();
});
