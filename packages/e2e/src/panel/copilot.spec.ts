import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots } from '../pay-page.ts';
import { openEditor, savedDraft, ask as askService } from './editor-page.ts';
import { expectAccessible } from './panel-page.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const flow = {
  name: 'Recuperação de PIX',
  trigger_event: 'pix.generated',
  active: true,
  steps: [
    { type: 'delay', id: 'wait-1', minutes: 30 },
    {
      type: 'condition',
      id: 'check-1',
      branches: [
        {
          id: 'check-1-pending',
          label: 'Pendente',
          conditions: [{ field: 'payment_status', operator: '=', value: 'pending' }],
          steps: [
            {
              type: 'action',
              id: 'whats-1',
              name: 'send_whatsapp',
              data: {
                type: 'text',
                message: 'Oi, {{customer.first_name}}! Falta o PIX de {{order.total}}. {{order.pix_code}}',
              },
            },
            {
              type: 'action',
              id: 'mail-1',
              name: 'send_email',
              data: {
                remetente_nome: 'Loja',
                remetente_email: 'contato@loja.example',
                subject: 'Seu PIX espera',
                body: 'Falta o PIX de {{order.total}}.',
              },
            },
            {
              type: 'action',
              id: 'sms-1',
              name: 'send_sms',
              data: { message: 'Oi, notamos que seu PIX ainda espera. Pague em {{order.url_pix_gerado}}' },
            },
          ],
        },
      ],
    },
  ],
};

const copilot = (page: Page) => page.getByRole('complementary', { name: 'Copiloto' });

/** Opens the demo automation with the copilot beside it. */
async function openCopilot(page: Page): Promise<string> {
  const id = await openEditor(page, flow);
  await page.getByRole('button', { name: 'Copiloto', exact: true }).click();
  await expect(copilot(page)).toBeVisible();
  return id;
}

async function say(page: Page, text: string): Promise<void> {
  // No answer is in progress.
  await expect(copilot(page).getByRole('button', { name: 'Enviar' })).toBeVisible();
  await page.getByLabel('Pedido ao copiloto').fill(text);
  await page.keyboard.press('Enter');
}

const draftOf = async (page: Page, id: string): Promise<string> =>
  (await askService<{ automation: { draft: string } }>(page, 'GET', `/automations/${id}`)).automation.draft;

test(
  '[EDT5] a proposal is previewed, applied as one entry, and undone with one key to the same bytes',
  journey,
  async ({ page }) => {
    const id = await openCopilot(page);
    await expect(copilot(page).getByRole('button', { name: /Lembrar por WhatsApp/ })).toBeVisible();
    await page.screenshot({ path: path.join(shots, 'copilot-new.png') });
    const before = JSON.stringify(JSON.parse(await draftOf(page, id)));

    await say(page, 'Espere mais, encurte o SMS e tire o e-mail');
    await expect(copilot(page).getByText('Confiança alta')).toBeVisible();
    const bar = page.getByRole('status').filter({ hasText: 'Pré-visualizando proposta' });
    await expect(bar).toContainText('+ 1 novo  ~ 1 alterado  − 1 removido');
    const diagram = page.getByRole('region', { name: 'Diagrama do fluxo' });
    await expect(diagram.getByText('+ Novo')).toBeVisible();
    await expect(diagram.getByText('~ Alterado')).toBeVisible();
    await expect(diagram.getByText('− Removido')).toBeVisible();
    await expect(diagram.getByText('Esperar 2 h')).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: path.join(shots, 'copilot-proposal.png') });
    await page.getByRole('radiogroup', { name: 'Lado da comparação' }).getByText('Antes').click();
    await expect(diagram.getByText('Esperar 2 h')).toHaveCount(0);
    await page.getByRole('radiogroup', { name: 'Lado da comparação' }).getByText('Depois').click();
    await expect(diagram.getByText('Esperar 2 h')).toBeVisible();
    expect(JSON.stringify(JSON.parse(await draftOf(page, id)))).toBe(before);

    await copilot(page).getByRole('button', { name: 'Aplicar ao rascunho' }).click();
    await expect(copilot(page).getByText('Aplicado ao rascunho.')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await expect.poll(async () => JSON.stringify(await savedDraft(page, id))).toContain('"minutes":120');
    expect(JSON.stringify(await savedDraft(page, id))).not.toContain('mail-1');
    await page.getByRole('treeitem').first().focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => JSON.stringify(JSON.parse(await draftOf(page, id)))).toBe(before);
  },
);

test('[EDT5] a proposal for an outdated draft is not applied, and can be requested again', async ({ page }) => {
  await openCopilot(page);
  await say(page, 'Encurte o SMS e tire o e-mail');
  await expect(copilot(page).getByRole('button', { name: 'Aplicar ao rascunho' })).toBeVisible();
  const name = page.getByRole('textbox', { name: /Nome da automação/ });
  await name.fill('Outro nome');
  await name.press('Enter');
  await expect(copilot(page).getByText('O rascunho mudou depois desta proposta')).toBeVisible();
  await expect(copilot(page).getByRole('button', { name: 'Aplicar ao rascunho' })).toHaveCount(0);
  await page.screenshot({ path: path.join(shots, 'copilot-stale.png') });
  await copilot(page).getByRole('button', { name: 'Refazer' }).click();
  await expect(copilot(page).getByRole('button', { name: 'Aplicar ao rascunho' })).toBeVisible();
  await copilot(page).getByRole('button', { name: 'Recusar' }).click();
  await expect(copilot(page).getByText('Recusada')).toBeVisible();
});

test('[COP2] an unsure copilot asks: there is nothing to apply, and the choice changes only that step', async ({
  page,
}) => {
  const id = await openCopilot(page);
  await say(page, 'Encurte o lembrete');
  await expect(copilot(page).getByText('Confiança baixa')).toBeVisible();
  await expect(copilot(page).getByRole('button', { name: 'Aplicar ao rascunho' })).toHaveCount(0);
  await copilot(page).getByRole('radio', { name: 'Primeiro lembrete' }).check();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(shots, 'copilot-unsure.png') });
  await copilot(page).getByRole('button', { name: 'Escolher' }).click();
  await expect(copilot(page).getByText('Confiança média')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Pré-visualizando' })).toContainText('~ 1 alterado');
  await copilot(page).getByRole('button', { name: 'Aplicar ao rascunho' }).click();
  await expect.poll(async () => JSON.stringify(await savedDraft(page, id))).toContain('Falta só o PIX');
});

test('[EDT5] answers, explanations and refusals are texts; a step’s name links to it; an answer can be stopped', async ({
  page,
}) => {
  await openCopilot(page);
  await say(page, 'O que vem primeiro?');
  await copilot(page).getByRole('link', { name: 'Esperar 30 min' }).click();
  await expect(page.getByRole('treeitem', { name: /Esperar 30 min/ })).toBeFocused();
  await copilot(page).getByRole('button', { name: 'Explicar' }).click();
  await expect(copilot(page).getByText(/uma pessoa recebe no máximo 3 mensagens/)).toBeVisible();
  await copilot(page).getByRole('button', { name: 'Revisar' }).click();
  await expect(copilot(page).getByText('Revise esta automação')).toBeVisible();
  await say(page, 'Chame um webhook');
  await expect(
    copilot(page).getByText('Não consegui montar uma mudança segura. Pode dizer de outro jeito?'),
  ).toBeVisible();
  await say(page, 'Devagar, por favor');
  await expect(copilot(page).getByText('Vou pensar com calma')).toBeVisible();
  await copilot(page).getByRole('button', { name: 'Parar' }).click();
  await expect(copilot(page).getByText('Resposta interrompida.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Copiloto', exact: true }).click();
  await expect(copilot(page).getByText('Chame um webhook')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.screenshot({ path: path.join(shots, 'copilot-dark.png') });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.screenshot({ path: path.join(shots, 'copilot-phone.png') });
});
