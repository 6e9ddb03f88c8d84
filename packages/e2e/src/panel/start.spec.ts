import path from 'node:path';
import { expect, test } from '@playwright/test';
import { shots } from '../pay-page.ts';
import { openEditor, savedDraft } from './editor-page.ts';
import { expectAccessible } from './panel-page.ts';

test('[EDT1] an automation without steps asks for its trigger, and offers the other ways to start', async ({
  page,
}) => {
  const id = await openEditor(page);
  const start = page.getByRole('region', { name: 'O que dispara esta automação?' });
  await expect(start.getByRole('radio')).toHaveCount(7);
  await expect(start.getByRole('radio', { name: /^PIX gerado/ })).toBeChecked();
  await start.getByRole('radio', { name: /^Carrinho abandonado/ }).click();
  await expect(page.getByRole('treeitem').first()).toHaveAccessibleName(/^Gatilho: Carrinho abandonado/);
  await page.keyboard.press('ArrowLeft');
  await expect(start.getByRole('radio', { name: /^Boleto gerado/ })).toBeFocused();
  await expect(start.getByRole('radio', { name: /^Boleto gerado/ })).toBeChecked();
  await expect.poll(async () => trigger(await savedDraft(page, id))).toBe('boleto.generated');
  await expectAccessible(page);
  await page.screenshot({ path: path.join(shots, 'editor-start.png') });
  await expect(start.getByRole('link', { name: 'Começar de um modelo' })).toHaveAttribute(
    'href',
    /\/automations\/templates$/,
  );
  await expect(start.getByRole('link', { name: 'Importar JSON' })).toHaveAttribute('href', /\/automations\/import$/);
  await start.getByRole('button', { name: 'Descrever para o copiloto' }).click();
  await expect(page.getByRole('textbox', { name: 'Pedido ao copiloto' })).toBeVisible();
  await page.getByRole('button', { name: 'Fechar copiloto' }).click();

  await page.getByRole('button', { name: 'Adicionar primeiro passo' }).click();
  await page.keyboard.type('esperar');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem')).toHaveCount(2);
  await expect(start).toBeHidden();
});

const trigger = (draft: unknown): string => (draft as { trigger_event: string }).trigger_event;
