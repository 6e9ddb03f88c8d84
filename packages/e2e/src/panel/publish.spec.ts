import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { add, ask, openAnother, openEditor } from './editor-page.ts';
import { panelUrl, signIn, signInByForm } from './panel-page.ts';
import { photograph } from './photograph.ts';

/** A flow with one wait, which is too long if `minutes` says so. */
const waiting = (minutes: number, name = 'Lembrete de PIX') => ({
  name,
  trigger_event: 'pix.generated',
  steps: [
    { id: 'espera', type: 'delay', minutes },
    { id: 'fim', type: 'end' },
  ],
});

type SavedAutomation = { automation: { draft: string; revision: number; publishedVersion: number | null } };

/** Saves a draft as another window does. */
async function saveInOtherSession(page: Parameters<typeof ask>[0], id: string, definition: object): Promise<void> {
  const { automation } = await ask<SavedAutomation>(page, 'GET', `/automations/${id}`);
  const body = { text: JSON.stringify(definition, null, 2), revision: automation.revision };
  const saved = await ask<{ success: boolean }>(page, 'PUT', `/automations/${id}/draft`, body);
  expect(saved.success).toBe(true);
}

test(
  '[EDT1] a draft with an error opens the list of problems; F8 moves to the field; the fixed draft is published',
  journey,
  async ({ page }) => {
    const id = await openEditor(page, waiting(30));
    await saveInOtherSession(page, id, waiting(20_000));
    await page.reload();
    const problems = page.getByRole('button', { name: '1 problema: 1 impede publicar, 0 avisos' });
    await expect(problems).toBeVisible();
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
    await expect(sheet.getByRole('heading', { name: 'Para publicar, faça 1 mudança:' })).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Publicar', exact: true })).toHaveCount(0);
    await photograph(page, 'publish-blocked');
    await page.keyboard.press('F8');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('complementary').locator('[aria-invalid="true"]')).toBeFocused();

    // The fix is mechanical: a wait that is too long becomes two waits.
    await problems.click();
    await page.getByRole('button', { name: /^Corrigir: / }).click();
    await expect(page.getByText('Nenhum problema. Pode publicar.')).toBeVisible();
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    await page.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(sheet.getByRole('button', { name: 'Publicar', exact: true })).toBeVisible();
    await photograph(page, 'publish');
    await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(page.getByText('Versão 1 no ar.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Ativa: pausar automação' })).toBeChecked();
    const { automation } = await ask<SavedAutomation>(page, 'GET', `/automations/${id}`);
    expect(automation.publishedVersion).toBe(1);
    const { steps } = JSON.parse(automation.draft) as { steps: { minutes?: number }[] };
    expect(steps.reduce((sum, { minutes = 0 }) => sum + minutes, 0)).toBe(20_000);
  },
);

test('[EDT1] a draft that a second browser saved meanwhile is not overwritten, and no text is lost', async ({
  page,
  browser,
}) => {
  const id = await openEditor(page, waiting(30));
  const name = page.getByRole('textbox', { name: 'Nome da automação' });
  await expect(name).toHaveValue('Lembrete de PIX');
  const otherBrowser = await browser.newContext();
  const other = await otherBrowser.newPage();
  await signInByForm(other);
  await other.goto(panelUrl(`automations/${id}`));
  await other.getByRole('textbox', { name: 'Nome da automação' }).fill('Nome da outra janela');
  await expect(other.getByText(/^Rascunho salvo/)).toBeVisible();
  await expect
    .poll(async () => (await ask<SavedAutomation>(other, 'GET', `/automations/${id}`)).automation.draft)
    .toContain('Nome da outra janela');
  await otherBrowser.close();
  await name.fill('Nome desta janela');
  const dialog = page.getByRole('dialog', { name: /salvou uma versão mais nova/ });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'A sua: Nome desta janela' })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'A outra: Nome da outra janela' })).toBeVisible();
  // No button takes one side before it was chosen, but those that say so.
  await expect(dialog.getByRole('button', { name: 'Juntar e salvar' })).toBeDisabled();
  await photograph(page, 'publish-conflict');
  const draft = async (): Promise<string> =>
    (await ask<SavedAutomation>(page, 'GET', `/automations/${id}`)).automation.draft;
  expect(await draft()).toContain('Nome da outra janela');

  // The written text survives a reload.
  await page.reload();
  await expect(dialog).toBeVisible();
  await expect(name).toHaveValue('Nome desta janela');
  await dialog.getByRole('radio', { name: 'A sua: Nome desta janela' }).click();
  await dialog.getByRole('button', { name: 'Juntar e salvar' }).click();
  await expect.poll(draft).toContain('Nome desta janela');
});

test('[EDT19] what two windows changed in different places is saved together, and nobody is asked', async ({
  page,
}) => {
  const id = await openEditor(page, waiting(30));
  await saveInOtherSession(page, id, waiting(45));
  await page.getByRole('textbox', { name: 'Nome da automação' }).fill('Nome desta janela');
  await expect(page.getByText('As duas mudanças ficaram.')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /Esperar 45 min/ })).toBeVisible();
  await expect
    .poll(async () => (await ask<SavedAutomation>(page, 'GET', `/automations/${id}`)).automation.draft)
    .toMatch(/Nome desta janela[^]*"minutes": 45/);
  await expect(page.getByRole('button', { name: 'Desfazer', exact: true })).toBeDisabled();
});

test('[EDT1] the other version can be accepted, and undo restores the own version', async ({ page }) => {
  const id = await openEditor(page, waiting(30));
  await saveInOtherSession(page, id, waiting(45, 'Nome da outra janela'));
  const name = page.getByRole('textbox', { name: 'Nome da automação' });
  await name.fill('Nome desta janela');
  await page.getByRole('button', { name: 'Usar a outra' }).click();
  await expect(name).toHaveValue('Nome da outra janela');
  await expect(page.getByRole('treeitem', { name: /Esperar 45 min/ })).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
  await expect(name).toHaveValue('Nome desta janela');
});

test('[EDT1] a draft that cannot be sent stays on this device, and is sent later automatically', async ({
  page,
  context,
}) => {
  const id = await openEditor(page, waiting(30));
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Nome da automação' }).fill('Escrito sem rede');
  await expect(page.getByText('Sem conexão: alterações guardadas neste aparelho')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Rascunho salvo/)).toBeVisible();
  const { automation } = await ask<SavedAutomation>(page, 'GET', `/automations/${id}`);
  expect(automation.draft).toContain('Escrito sem rede');
});

test('[EDT1] a version is compared with the draft, and can replace it', async ({ page }) => {
  await signIn(page);
  const id = await openAnother(page, waiting(30));
  await ask(page, 'POST', `/automations/${id}/publish`, { revision: 1, active: false });
  await page.goto(panelUrl(`automations/${id}`));
  const name = page.getByRole('textbox', { name: 'Nome da automação' });
  await name.fill('Outro nome');
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Versões' }).click();
  const versions = page.getByRole('dialog', { name: 'Versões' });
  await versions.getByRole('button', { name: 'Comparar com o rascunho: versão 1' }).click();
  await expect(versions.getByText('Outro nome').first()).toBeVisible();
  await photograph(page, 'versions');
  await versions.getByRole('button', { name: 'Restaurar como rascunho: versão 1' }).click();
  await expect(name).toHaveValue('Lembrete de PIX');
});

test(
  '[EDT1] the JSON view edits the same draft, and does not change it while the text is invalid',
  journey,
  async ({ page }) => {
    const id = await openEditor(page, waiting(30));
    const views = page.getByRole('radiogroup', { name: 'Modo de visualização' });
    await views.getByText('JSON').click();
    const text = page.getByRole('textbox', { name: 'Automação em JSON' });
    await expect(text).toContainText('"minutes": 30');
    await photograph(page, 'editor-json');
    await text.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(JSON.stringify(waiting(90)).slice(0, -1));
    await expect(page.getByText('Este texto ainda não é uma automação.')).toBeVisible();
    await expect(page.getByText(/^Linha 1, coluna/)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('}');
    await expect(page.getByText('Este texto ainda não é uma automação.')).toBeHidden();
    await views.getByText('Diagrama').click();
    await expect(page.getByRole('treeitem', { name: /Esperar 1 h/ })).toBeVisible();
    await expect
      .poll(async () => (await ask<SavedAutomation>(page, 'GET', `/automations/${id}`)).automation.draft)
      .toContain('"minutes": 90');
  },
);

test('[EDT8] a reminder that can reach someone who has paid is published only after a confirmation or a fix', async ({
  page,
}) => {
  const id = await openEditor(page, {
    name: 'Cobra quem pagou',
    trigger_event: 'pix.generated',
    steps: [
      { id: 'espera', type: 'delay', minutes: 30 },
      {
        id: 'pagou',
        type: 'condition',
        branches: [
          {
            id: 'pendente',
            conditions: [{ field: 'payment_status', operator: '!=', value: 'paid' }],
            steps: [
              { id: 'm1', type: 'action', name: 'send_sms', data: { message: 'Seu PIX espera por você.' } },
              { id: 'doze', type: 'delay', minutes: 720 },
              { id: 'm2', type: 'action', name: 'send_sms', data: { message: 'Seu PIX vence hoje.' } },
            ],
          },
        ],
      },
    ],
  });
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
  const warning = sheet.getByRole('alert').filter({ hasText: 'Pode cobrar quem já pagou' });
  await expect(warning).toContainText('PIX às 10:00, pago às 10:31, lembrete às 22:30');
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(warning).toContainText('Corrija, ou marque que sabe disso.');
  await photograph(page, 'publish-reminder');
  expect((await ask<SavedAutomation>(page, 'GET', `/automations/${id}`)).automation.publishedVersion).toBe(null);

  await warning.getByRole('button', { name: 'Corrigir: encerrar quando o pagamento entrar' }).click();
  await expect(warning).toBeHidden();
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText('Versão 1 no ar.')).toBeVisible();
  await expect(page.getByText('Encerra quando: Pagamento confirmado')).toBeVisible();
  const { automation } = await ask<SavedAutomation>(page, 'GET', `/automations/${id}`);
  expect(JSON.parse(automation.draft)).toMatchObject({ settings: { stopOn: 'payment.confirmed' } });
});

test('an empty field is grey until its step was left or publishing was pressed', async ({ page }) => {
  await openEditor(page);
  const bar = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(bar('1 a preencher')).toBeVisible();
  await add(page, 'Adicionar primeiro passo', 'WhatsApp');
  await expect(bar('1 a preencher')).toBeVisible();
  const card = page.getByRole('treeitem', { name: /Mensagem de WhatsApp/ });
  await expect(card).toContainText('A preencher');
  await expect(page.getByText(/não pode ficar vazio/)).toHaveCount(0);
  await bar('1 a preencher').click();
  await expect(page.getByRole('dialog', { name: 'Problemas' }).getByText('A preencher')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fechar painel' }).click();
  await expect(card).toContainText('Texto não pode ficar vazio.');
  await expect(page.getByRole('button', { name: /1 impede publicar/ })).toBeVisible();

  await openEditor(page);
  await add(page, 'Adicionar primeiro passo', 'SMS');
  await expect(bar('1 a preencher')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
  await expect(sheet.getByRole('heading', { name: 'Para publicar, faça 1 mudança:' })).toBeVisible();
  await expect(sheet.getByText('Texto não pode ficar vazio.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Publicar', exact: true })).toHaveCount(0);
});

test('[EDT1] problems are found in the page where their worker cannot be loaded', async ({ page }) => {
  await page.route('**/assets/check-worker-*', (route) => route.abort());
  const id = await openEditor(page, waiting(30));
  await saveInOtherSession(page, id, waiting(20_000));
  await page.reload();
  await expect(page.getByRole('button', { name: '1 problema: 1 impede publicar, 0 avisos' })).toBeVisible();
});
