import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots, sizes } from '../pay-page.ts';
import {
  add,
  openAnother,
  openEditor,
  openStep,
  sample,
  savedDraft,
  type Draft,
  type DraftStep,
} from './editor-page.ts';
import { expectAccessible } from './panel-page.ts';
import { photograph } from './photograph.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1440, height: 900 } });

const card = (page: Page, name: RegExp) => page.getByRole('treeitem', { name });
const types = (steps: DraftStep[]): string[] => steps.map(({ type }) => type);

/** Waits until the service's draft is as expected. */
const expectDraft = (page: Page, id: string, look: (draft: Draft) => unknown) =>
  expect.poll(async () => look(await savedDraft(page, id)), { timeout: 15_000 });

test(
  '[EDT1] a wait and a condition added with "+" appear alike in the diagram, the list and the draft',
  journey,
  async ({ page }) => {
    const id = await openEditor(page);
    await add(page, 'Adicionar primeiro passo', 'Esperar');
    await add(page, 'Inserir passo depois de Esperar 30 min', 'Condição');
    const cards = page.getByRole('treeitem');
    await expect(cards).toHaveCount(3);
    await expect(cards.nth(0)).toHaveAccessibleName(/^Gatilho: PIX gerado/);
    await expect(cards.nth(1)).toHaveAccessibleName(/^Passo 1, caminho principal. Esperar 30 min/);
    await expect(cards.nth(2)).toHaveAccessibleName(/^Passo 2, caminho principal. O pagamento já entrou\?/);
    await page.getByRole('button', { name: 'Fechar painel' }).click();
    await expectAccessible(page);
    await page.screenshot({ path: path.join(shots, 'editor-new.png') });
    await page.getByRole('radiogroup', { name: 'Modo de visualização' }).getByText('Lista').click();
    const rows = page.getByRole('tree', { name: 'Passos da automação' }).getByRole('treeitem');
    await expect(rows.nth(1)).toHaveAccessibleName(/Esperar 30 min/);
    await expect(rows.nth(2)).toHaveAccessibleName(/O pagamento já entrou/);
    await expect(page.getByRole('treeitem', { name: /Nos outros casos/ })).toContainText('sem passos');
    await photograph(page, 'editor-list');
    await expectDraft(page, id, ({ steps }) => types(steps)).toEqual(['delay', 'condition']);
    const { steps } = await savedDraft(page, id);
    expect(steps[0]!.minutes).toBe(30);
    expect(steps[1]!.branches!.every((branch) => Array.isArray(branch.steps))).toBe(true);
  },
);

test('[EDT2] the same with the keyboard only: focus is never lost, and returns to the card', async ({ page }) => {
  const id = await openEditor(page);
  await card(page, /Gatilho/).focus();
  for (const word of ['esperar', 'cond']) {
    await page.keyboard.press('a');
    await expect(page.getByRole('combobox', { name: 'Buscar passo' })).toBeFocused();
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Editar passo' });
    await expect(panel).toBeVisible();
    // The menu keeps the keys until the panel has the focus.
    await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(card(page, word === 'cond' ? /O pagamento/ : /Esperar/)).toBeFocused();
  }
  await page.keyboard.press('ArrowUp');
  await expect(card(page, /Esperar/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(card(page, /O pagamento/)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(card(page, /Gatilho/)).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page, /Gatilho/)).toBeFocused();
  await expectDraft(page, id, ({ steps }) => types(steps)).toEqual(['delay', 'condition']);
});

const paid = { field: 'payment_status', operator: '=', value: 'paid' };
const pending = { field: 'payment_status', operator: '=', value: 'pending' };
const message = { type: 'action', id: 'aviso', name: 'send_whatsapp', data: { type: 'text', message: 'Oi!' } };
const twoBranches = {
  name: 'Dois caminhos',
  trigger_event: 'pix.generated',
  steps: [
    { type: 'delay', id: 'espera', minutes: 30 },
    {
      type: 'condition',
      id: 'conferir',
      branches: [
        { id: 'check1-paid', label: 'Pago', conditions: [paid], steps: [] },
        { id: 'check1-pending', label: 'Pendente', conditions: [pending], steps: [message] },
      ],
    },
    { type: 'delay', id: 'depois', minutes: 60 },
    { type: 'end', id: 'fim' },
  ],
};

test(
  '[EDT2] a condition inserted above two steps leaves them in the trunk; undo restores the exact JSON, redo repeats it',
  journey,
  async ({ page }) => {
    const id = await openEditor(page, twoBranches);
    const before = JSON.stringify(await savedDraft(page, id));
    await page.getByRole('button', { name: 'Inserir passo depois de O pagamento já entrou?' }).click();
    await page.getByRole('option', { name: 'Condição' }).click();
    await page.getByRole('button', { name: /^Para todos/ }).click();
    await expectDraft(page, id, ({ steps }) => types(steps)).toEqual([
      'delay',
      'condition',
      'condition',
      'delay',
      'end',
    ]);
    const after = JSON.stringify(await savedDraft(page, id));
    await page.getByRole('button', { name: 'Fechar painel' }).click();
    await page.keyboard.press('Control+z');
    await expectDraft(page, id, (draft) => JSON.stringify(draft)).toBe(before);
    await page.keyboard.press('Control+Shift+z');
    await expectDraft(page, id, (draft) => JSON.stringify(draft)).toBe(after);
  },
);

test('[EDT2] dragging a step to another branch equals moving it by the menu; a step cannot move into itself', async ({
  page,
}) => {
  const id = await openEditor(page, twoBranches);
  const box = await card(page, /WhatsApp/)
    .locator('[data-grip="true"]')
    .boundingBox();
  const target = await page.getByRole('button', { name: 'Inserir passo no início de caminho Pago' }).boundingBox();
  await page.mouse.move(box!.x + 10, box!.y + 10);
  await page.mouse.down();
  await page.mouse.move(box!.x - 40, box!.y, { steps: 4 });
  await page.mouse.move(target!.x + 12, target!.y + 12, { steps: 8 });
  await page.screenshot({ path: path.join(shots, 'editor-drag.png') });
  await page.mouse.up();
  const inBranches = ({ steps }: Draft): number[] => steps[1]!.branches!.map((branch) => branch.steps.length);
  await expectDraft(page, id, inBranches).toEqual([1, 0]);
  const dragged = JSON.stringify(await savedDraft(page, id));

  await page.keyboard.press('Control+z');
  await expectDraft(page, id, inBranches).toEqual([0, 1]);
  await card(page, /WhatsApp/).focus();
  await openStep(page, /WhatsApp/);
  await page.keyboard.press('Control+m');
  await page.getByRole('option', { name: /Caminho Pago/ }).click();
  await expectDraft(page, id, (draft) => JSON.stringify(draft)).toBe(dragged);

  await openStep(page, /O pagamento/);
  await page.keyboard.press('Control+m');
  await expect(page.getByRole('option', { name: /Caminho principal/ }).first()).toBeVisible();
  await expect(page.getByRole('option', { name: /Caminho (Pago|Pendente)/ })).toHaveCount(0);
});

test('[EDT2] a condition copied into another automation gets new ids', async ({ page }) => {
  await openEditor(page, twoBranches);
  await openStep(page, /O pagamento/);
  await page.keyboard.press('Control+c');
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Draft;
  expect(types(copied.steps)).toEqual(['condition']);
  const other = await openAnother(page, { ...twoBranches, name: 'Outra' });
  await openStep(page, /Esperar 1 hora/);
  await page.keyboard.press('Control+v');
  await expectDraft(page, other, ({ steps }) => types(steps)).toEqual([
    'delay',
    'condition',
    'delay',
    'condition',
    'end',
  ]);
  const { steps } = await savedDraft(page, other);
  const ids = steps.flatMap((step) => [
    step,
    ...(step.branches ?? []),
    ...(step.branches ?? []).flatMap(({ steps }) => steps),
  ]);
  expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
});

test('deleting a step with inner steps asks first; a single step is deleted at once and can be restored', async ({
  page,
}) => {
  const id = await openEditor(page, twoBranches);
  await openStep(page, /O pagamento/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog', { name: 'Remover 2 passos?' })).toContainText('Mensagem de WhatsApp');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await openStep(page, /Esperar 1 hora/);
  await page.keyboard.press('Delete');
  // A notification under the pointer stays.
  await page.getByRole('alert').hover();
  await expectDraft(page, id, ({ steps }) => steps.length).toBe(3);
  await page.getByRole('alert').getByRole('button', { name: 'Desfazer' }).click();
  await expectDraft(page, id, ({ steps }) => steps.length).toBe(4);
});

test('[EDT2] several steps selected with the space bar are copied and removed together, and restored with one key', async ({
  page,
}) => {
  const id = await openEditor(page, twoBranches);
  await openStep(page, /Esperar 30 min/);
  await page.keyboard.press('Escape');
  await page.keyboard.press(' ');
  await card(page, /Esperar 1 hora/).click({ modifiers: ['Control'] });
  const bar = page.getByRole('group', { name: 'Passos selecionados' });
  await expect(bar).toContainText('2 passos selecionados');
  await page.screenshot({ path: path.join(shots, 'editor-chosen.png') });
  await page.keyboard.press('Control+c');
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as Draft;
  expect(copied.steps.map(({ minutes }) => minutes)).toEqual([30, 60]);
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Remover 2 passos?' }).getByRole('button', { name: 'Remover' }).click();
  await expectDraft(page, id, ({ steps }) => types(steps)).toEqual(['condition', 'end']);
  await expect(bar).toBeHidden();
  await page.keyboard.press('Control+z');
  await expectDraft(page, id, ({ steps }) => types(steps)).toEqual(['delay', 'condition', 'delay', 'end']);
});

test('folded steps stay folded on the next visit, and Ctrl+Enter starts a test', async ({ page }) => {
  await openEditor(page, twoBranches);
  await openStep(page, /O pagamento/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, /WhatsApp/)).toHaveCount(0);
  await page.reload();
  await expect(card(page, /O pagamento/)).toBeVisible();
  await expect(card(page, /WhatsApp/)).toHaveCount(0);
  // The keys of the header work once the header is drawn, which is after the diagram.
  await expect(page.getByRole('button', { name: 'Testar', exact: true })).toBeVisible();
  await card(page, /O pagamento/).focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Teste simulado' })).toBeVisible();
});

test('the editor works on a phone in the dark theme, and shows the positions of problems', async ({ page }) => {
  await openEditor(page, sample('pix-recovery'));
  await page.screenshot({ path: path.join(shots, 'editor.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await openStep(page, /e-mail/);
  await page.screenshot({ path: path.join(shots, 'editor-dark.png') });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(sizes.phone);
  await page.getByRole('button', { name: 'Fechar painel' }).click();
  await expect(page.getByRole('treeitem', { name: /Caminho 1: Já pagou/ }).first()).toBeVisible();
  await page.screenshot({ path: path.join(shots, 'editor-phone.png') });
  await expectAccessible(page);

  // Back closes what fills the page; only then it leaves the page.
  await page.getByRole('link', { name: 'Automações', exact: true }).click();
  await page.getByRole('link', { name: 'Recuperar PIX' }).first().click();
  const panel = page.getByRole('complementary', { name: 'Editar passo' });
  await card(page, /e-mail/).click();
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Problemas' }).click();
  const problems = page.getByRole('dialog', { name: 'Problemas' });
  await expect(problems).toBeVisible();
  await page.goBack();
  await expect(problems).toBeHidden();
  await expect(page.getByRole('button', { name: 'Testar', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Automações' })).toBeVisible();
});
