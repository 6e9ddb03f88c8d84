import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots } from '../pay-page.ts';
import { demo, retoma } from '../service.ts';
import { countInput } from './counted-input.ts';
import { ask } from './editor-page.ts';
import { expectAccessible, openPanel, signIn, panelUrl } from './panel-page.ts';
import { photograph } from './photograph.ts';

const message = 'Oi! Seu pedido espera o PIX. Copie o codigo: {{order.pix_code}}';

/** The automation in the editor, as the service stores it. */
async function opened(page: Page): Promise<{ name: string; active: boolean; published: string | null }> {
  const id = page.url().match(/automations\/([0-9a-f-]{36})/)?.[1];
  const route = `/automations/${id}`;
  return (await ask<{ automation: { name: string; active: boolean; published: string | null } }>(page, 'GET', route))
    .automation;
}

const published = (page: Page) => expect(page.getByText('Versão 1 no ar.')).toBeVisible();

const creation = (page: Page) => page.getByRole('dialog', { name: 'O que você quer recuperar?' });

/** Confirms the publish sheet that is open, and returns the automation. */
async function publishSheet(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await published(page);
  return opened(page);
}

test('[EDT10] from the home page, a PIX recovery only by WhatsApp takes at most 4 clicks by goal and 4 from a template', async ({
  page,
}) => {
  await signIn(page);
  const counted = await countInput(page);
  await page.goto(panelUrl());
  await page.getByRole('navigation').getByRole('link', { name: 'Automações', exact: true }).click();
  await page.getByRole('button', { name: 'Nova automação' }).click();
  const dialog = creation(page);
  await expect(dialog.getByText('Às 10:30 · WhatsApp')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'WhatsApp' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked();
  await expect(dialog.getByLabel('Remetente dos e-mails')).toHaveCount(0);
  await expectAccessible(page);
  await photograph(page, 'creation');
  await dialog.getByRole('button', { name: 'Revisar e publicar' }).click();
  const byGoal = await publishSheet(page);
  expect(counted).toEqual({ clicks: 4, keys: 0 });
  expect(byGoal.active).toBe(true);
  expect(byGoal.published).not.toMatch(/send_email|send_sms/);

  await page.goto(panelUrl('automations'));
  counted.clicks = 0;
  await page.getByRole('link', { name: 'Modelos', exact: true }).click();
  await page.getByRole('button', { name: 'Usar este modelo: Lembrete de PIX por WhatsApp' }).click();
  await expect(page.getByText('Sem problemas')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const fromTemplate = await publishSheet(page);
  expect(counted).toEqual({ clicks: 4, keys: 0 });
  expect(fromTemplate.published).not.toMatch(/send_email|send_sms/);
});

test('[EDT10] the sender is asked once e-mail is chosen, and is the store’s where it has one', async ({ page }) => {
  await openPanel(page, 'automations?create=yes');
  const dialog = creation(page);
  await dialog.getByRole('checkbox', { name: 'E-mail' }).check({ force: true });
  await expect(dialog.getByText(/^No dia seguinte, às \d\d:\d\d · E-mail$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Criar rascunho' }).click();
  await expect(dialog.getByText('Digite um e-mail, como contato@sualoja.com.br.')).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'creation-sender');
  await dialog.getByLabel('Remetente dos e-mails').fill('oi@lojaaurora.example');
  await dialog.getByRole('button', { name: 'Criar rascunho' }).click();
  await expect(page.getByText('Sem problemas')).toBeVisible();

  await page.goto(panelUrl('automations/templates'));
  await page.getByRole('button', { name: 'Usar este modelo: Lembrete de PIX em dois toques' }).click();
  const asked = page.getByRole('dialog', { name: 'De qual e-mail a loja escreve?' });
  await expect(asked.getByLabel('Remetente dos e-mails')).toBeFocused();
  await photograph(page, 'template-sender');
  await asked.getByRole('button', { name: 'Só por WhatsApp' }).click();
  await expect(page.getByText('Sem problemas')).toBeVisible();
  const { storeId } = demo().demo;
  retoma('store', 'set', storeId, '--email', 'oi@lojaaurora.example');
  try {
    await page.goto(panelUrl('automations?create=yes'));
    await expect(dialog.getByRole('checkbox', { name: 'E-mail' })).toBeChecked();
    await expect(dialog.getByText('E-mails de Loja Aurora <oi@lojaaurora.example>')).toBeVisible();
  } finally {
    retoma('store', 'set', storeId, '--email', 'none');
  }
});

test('[EDT10] an unpaid-PIX flow from nothing to published takes at most 8 clicks', journey, async ({ page }) => {
  await signIn(page);
  const counted = await countInput(page);
  await page.goto(panelUrl('automations'));
  await page.getByRole('button', { name: 'Nova automação' }).click();
  await page.getByRole('button', { name: 'Fluxo vazio: PIX gerado' }).click();
  await expect(page.getByRole('treeitem', { name: /^Gatilho: PIX gerado/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /PIX/ })).toHaveCount(0);
  await page.screenshot({ path: path.join(shots, 'editor-start.png') });
  await page.getByRole('button', { name: 'Adicionar primeiro passo' }).click();
  await page.getByRole('option', { name: 'Lembrete seguro por WhatsApp' }).click();
  await typeMessage(page);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await published(page);
  expect(counted.clicks).toBeLessThanOrEqual(8);
  expect(counted.keys).toBe(0);
  await expectPixReminder(page);
});

test('[EDT10] by keyboard alone an unpaid-PIX flow from nothing to published takes at most 25 keys besides the texts', async ({
  page,
}) => {
  await signIn(page);
  const counted = await countInput(page);
  await page.goto(panelUrl('automations'));
  await expect(page.getByRole('button', { name: 'Nova automação' })).toBeVisible();
  const { keyboard } = page;
  // The link past the sections, then past Importar and Modelos.
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Nova automação' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /PIX/ })).toBeFocused();
  // Past the boxes of the channels and the name.
  for (let presses = 0; presses < 5; presses++) await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Fluxo vazio: PIX gerado' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: /^Gatilho/ })).toBeVisible();
  await keyboard.press('F2');
  await expect(page.getByRole('treeitem', { name: /^Gatilho/ })).toBeFocused();
  await keyboard.press('a');
  await expect(page.getByRole('combobox', { name: 'Buscar passo' })).toBeFocused();
  await keyboard.type('seguro');
  await keyboard.press('Enter');
  await typeMessage(page);
  await keyboard.press('Control+Shift+Enter');
  const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
  const publish = sheet.getByRole('button', { name: 'Publicar', exact: true });
  await expect(publish).toBeFocused();
  await keyboard.press('Enter');
  await published(page);
  expect(counted.clicks).toBe(0);
  expect(counted.keys).toBeLessThanOrEqual(25);
  await expectPixReminder(page);
});

async function typeMessage(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Editar passo' });
  await expect(panel.locator('[contenteditable=true]').first()).toBeFocused();
  await page.keyboard.type(message);
  await expect(page.getByText(/Rascunho salvo/)).toBeVisible();
}

async function expectPixReminder(page: Page): Promise<void> {
  const { published } = await opened(page);
  const flow = JSON.parse(published ?? '{}') as { settings: object; steps: { type: string }[] };
  expect(flow.settings).toMatchObject({ stopOn: 'payment.confirmed' });
  expect(flow.steps.map(({ type }) => type)).toEqual(['delay', 'condition']);
  expect(published).toContain('{{order.pix_code}}');
}

test('[EDT10] every goal shows its messages, and a name that no other automation has', async ({ page }) => {
  await openPanel(page, 'automations?create=yes');
  const dialog = page.getByRole('dialog', { name: 'O que você quer recuperar?' });
  const goals = [
    ['Boleto não pago', 'Recuperar boleto', 'Para quem emite um boleto às 10h e não paga'],
    ['Carrinho abandonado', 'Recuperar carrinho', 'Para quem abandona o carrinho às 10h'],
    ['Cartão recusado', 'Recuperar cartão recusado', 'Para quem tem o cartão recusado às 10h'],
    ['Avisar do rastreio', 'Avisar do rastreio', 'Para quem tem o pedido enviado às 10h'],
  ] as const;
  for (const [goal, name, example] of goals) {
    await dialog.getByRole('radio', { name: new RegExp(`^${goal}`) }).check({ force: true });
    await expect(dialog.getByText(example)).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Nome' })).toHaveValue(name);
    await expect(dialog.getByText(/· (WhatsApp|E-mail|SMS)$/).first()).toBeVisible();
  }
});

test('[EDT10] an automation without steps offers its first step and the copilot', async ({ page }) => {
  await openPanel(page, 'automations?create=yes');
  await page.getByRole('button', { name: /^Fluxo vazio/ }).click();
  await page.getByRole('button', { name: 'Descrever para o copiloto' }).click();
  await expect(page.getByRole('textbox', { name: 'Pedido ao copiloto' })).toBeVisible();
  await page.getByRole('button', { name: 'Fechar copiloto' }).click();
  await page.getByRole('button', { name: 'Adicionar primeiro passo' }).click();
  await page.keyboard.type('esperar');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Adicionar primeiro passo' })).toBeHidden();
});
