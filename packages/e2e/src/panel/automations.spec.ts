import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { demo } from '../service.ts';
import { ask } from './editor-page.ts';
import { expectAccessible, openPanel, panelUrl, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';

const { baseUrl, demo: store } = demo();
const flat = readFileSync(
  path.resolve(import.meta.dirname, '../../../flow/samples/pix-recovery-flat/flow.json'),
  'utf8',
);

/** A flat file with a trailing comma, an obsolete field and two branches with one id. */
const broken = flat
  .replaceAll('check2-pending', 'check1-pending')
  .replace('"field": "payment_status"', '"field": "order.status"')
  .replace('"name": "', '"name": "Importada ')
  .replace(/\]\n\}\s*$/, '],\n}\n');

const choose = (page: Page, name: string, text: string | Buffer): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

type Listed = { automationId: string; name: string; active: boolean; publishedVersion: number | null };
const api = `${baseUrl}/panel/api/stores/${store.storeId}/automations`;
async function listed(page: Page): Promise<Listed[]> {
  return ((await (await page.request.get(api)).json()) as { automations: Listed[] }).automations;
}

test(
  '[EDT2] a broken flat file shows every issue with its position, applies the offered fixes, and is saved paused',
  journey,
  async ({ page }) => {
    await openPanel(page, 'automations/import');
    await choose(page, 'fluxo.json', broken);
    const found = page.getByRole('region', { name: 'O que encontramos' });
    await expect(found).toContainText('Há uma vírgula sobrando.');
    await expect(found).toContainText('Linha 22, coluna 24 · passo 2');
    await expect(found).toContainText('order.status');
    await expect(found).toContainText('Dois caminhos têm o identificador "check1-pending"');
    const fixes = page.getByRole('region', { name: 'Correções automáticas' });
    for (const name of [
      'Limpar o formato',
      'Dar um código próprio a cada caminho',
      'Converter do formato plano',
      'Trocar o campo',
    ])
      await expect(fixes.getByRole('checkbox', { name })).toBeChecked();
    await expect(page.getByRole('region', { name: 'Como fica' }).getByRole('treeitem').first()).toBeVisible();
    await photograph(page, 'import');

    await fixes.getByRole('checkbox', { name: 'Trocar o campo' }).uncheck();
    await page.getByRole('button', { name: 'Salvar e ativar' }).click();
    await expect(page.getByRole('alert')).toContainText('corrija 1 problema de estrutura');
    await fixes.getByRole('checkbox', { name: 'Trocar o campo' }).check();
    await found.getByRole('button', { name: /coluna 24/ }).click();
    await expect(page.getByLabel('Texto da automação')).toBeFocused();
    await page.getByRole('button', { name: 'Salvar como rascunho' }).click();
    await page.waitForURL(/automations\/[0-9a-f-]{36}$/);

    const saved = (await listed(page)).find(({ name }) => name === 'Importada Recuperar PIX')!;
    expect(saved).toMatchObject({ active: false, publishedVersion: null });
    const { automation } = (await (await page.request.get(`${api}/${saved.automationId}`)).json()) as {
      automation: { draft: string };
    };
    expect(automation.draft).not.toContain('parentId');
    expect(automation.draft).not.toContain('order.status');
    await page.reload();
    await expect(page.getByRole('treeitem').first()).toBeVisible();
  },
);

test('[EDT2] a text that is not an automation is reported, and nothing is created', async ({ page }) => {
  await openPanel(page, 'automations/import');
  const idsOf = async (): Promise<string[]> => (await listed(page)).map(({ automationId }) => automationId);
  const before = await idsOf();
  await choose(page, 'vazio.json', '{"name":"x"}');
  await expect(page.getByRole('region', { name: 'O que encontramos' })).toContainText('Falta preencher: Gatilho.');
  await choose(page, 'lista.json', '["x"]');
  await expect(page.getByText('Isto ainda não é uma automação')).toBeVisible();
  await page.getByRole('button', { name: 'Salvar e ativar' }).click();
  await expect(page.getByRole('alert')).toContainText('isto ainda não é uma automação');
  await choose(page, 'foto.json', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]));
  await expect(page.getByText('“foto.json” não é um arquivo de texto.')).toBeVisible();
  expect(await idsOf()).toEqual(before);
});

test('[EDT1] the list: create from a template, copy, filter, delete', async ({ page }) => {
  await signIn(page);
  const automations = await listed(page);
  for (const { automationId, name } of automations)
    if (name.includes('dois toques')) await ask(page, 'DELETE', `/automations/${automationId}`);
  await page.goto(panelUrl('automations'));
  await expect(page.getByRole('link', { name: 'Recuperar PIX', exact: true })).toBeVisible();
  await photograph(page, 'automations');
  await page.getByRole('button', { name: 'Nova automação' }).click();
  await expect(page.getByRole('dialog', { name: 'O que você quer recuperar?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Todos os modelos' }).click();
  await page.getByRole('button', { name: 'Ver como funciona: Lembrete de PIX em dois toques' }).click();
  await expect(page.getByText('Às 10h, Beatriz gera um PIX')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Ainda não pagou').first()).toBeVisible();
  await photograph(page, 'template');
  await page.getByRole('dialog').getByRole('button', { name: 'Usar este modelo' }).click();
  // The demo store has no sender.
  const asked = page.getByRole('dialog', { name: 'De qual e-mail a loja escreve?' });
  await asked.getByLabel('Remetente dos e-mails').fill('oi@lojaaurora.example');
  await asked.getByRole('button', { name: 'Criar rascunho' }).click();
  await page.waitForURL(/automations\/[0-9a-f-]{36}$/);

  await page.goto(panelUrl('automations?state=draft'));
  await page.getByRole('button', { name: 'Opções de Lembrete de PIX em dois toques' }).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await page.waitForURL(/automations\/[0-9a-f-]{36}$/);
  await page.goto(panelUrl('automations?state=draft&search=dois toques'));
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Opções de Cópia de Lembrete' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('[RUN16] pausing asks what to do with the waiting runs', async ({ page }) => {
  await signIn(page);
  const automations = await listed(page);
  const { automationId } = automations.find(({ name }) => name === 'Recuperar PIX')!;
  await ask(page, 'POST', `/automations/${automationId}/active`, { active: true });
  await page.goto(panelUrl('automations'));
  const options = page.getByRole('button', { name: 'Opções de Recuperar PIX' });
  await options.click();
  await page.getByRole('menuitem', { name: 'Pausar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pausar “Recuperar PIX”?' });
  await dialog.getByRole('radio', { name: 'Terminar as que já começaram' }).check();
  await dialog.getByRole('button', { name: 'Pausar' }).click();
  await expect(page.getByRole('row', { name: /^Recuperar PIX / })).toContainText('Pausada');
  await options.click();
  await page.getByRole('menuitem', { name: 'Ativar' }).click();
  await expect(page.getByRole('row', { name: /^Recuperar PIX / })).toContainText('Ativa');
});
