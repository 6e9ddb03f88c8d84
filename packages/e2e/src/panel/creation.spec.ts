import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots } from '../pay-page.ts';
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

test('[EDT10] a template from the goal to published takes at most 4 clicks, and the sender where the store has none', async ({
  page,
}) => {
  await signIn(page);
  const { automations } = await ask<{ automations: { name: string }[] }>(page, 'GET', '/automations');
  const used = new Set(automations.map(({ name }) => name));
  let free = 2;
  while (used.has(`Recuperar PIX ${free}`)) free++;
  const counted = await countInput(page);
  await page.goto(panelUrl('automations'));
  await page.getByRole('button', { name: 'Nova automação' }).click();
  const dialog = page.getByRole('dialog', { name: 'O que você quer recuperar?' });
  await expect(dialog.getByText('Às 10:30 · WhatsApp')).toBeVisible();
  await expect(dialog.getByLabel('Remetente dos e-mails')).toBeFocused();
  await page.keyboard.type('oi@lojaaurora.example');
  await expectAccessible(page);
  await photograph(page, 'creation');
  await dialog.getByRole('button', { name: 'Criar rascunho' }).click();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await published(page);
  expect(counted.clicks).toBeLessThanOrEqual(4);
  expect(counted.keys).toBe(0);
  const automation = await opened(page);
  expect(automation).toMatchObject({ name: `Recuperar PIX ${free}`, active: true });
  expect(automation.published).toContain('"remetente_email": "oi@lojaaurora.example"');
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
  await page.getByRole('option', { name: 'Esperar + conferir pagamento + WhatsApp' }).click();
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
  // The link past the sections, then past Importar.
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Nova automação' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByLabel('Remetente dos e-mails')).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Fluxo vazio: PIX gerado' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: /^Gatilho/ })).toBeVisible();
  await keyboard.press('F2');
  await expect(page.getByRole('treeitem', { name: /^Gatilho/ })).toBeFocused();
  await keyboard.press('a');
  await expect(page.getByRole('combobox', { name: 'Buscar passo' })).toBeFocused();
  await keyboard.type('conferir');
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
  await dialog.getByRole('button', { name: 'Criar rascunho' }).click();
  await expect(dialog.getByText('Digite um e-mail, como contato@sualoja.com.br.')).toBeVisible();
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
