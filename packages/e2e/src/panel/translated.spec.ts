import { expect, test } from '@playwright/test';
import { translateTexts } from '../translate-texts.ts';
import { add, openEditor, openStep, sample, savedDraft } from './editor-page.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('[AUT7] a page that the browser has translated goes on working: steps, undo, menus, views', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('request', (request) => request.url().endsWith('/page-errors') && errors.push(request.postData() ?? ''));
  const id = await openEditor(page, sample('pix-recovery'));
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  const minutesOf = async (): Promise<unknown> => (await savedDraft(page, id)).steps[0]!.minutes;
  const before = await minutesOf();

  await translateTexts(page);
  const panel = await openStep(page, /Esperar/);
  await translateTexts(page);
  await panel.getByRole('textbox').first().fill('47 min');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('treeitem').nth(1)).toContainText('47 min');
  await expect.poll(minutesOf).toBe(47);
  await translateTexts(page);
  await page.getByRole('textbox', { name: 'Nome da automação' }).fill('Traduzida');
  await page.keyboard.press('Tab');
  await page.getByRole('treeitem').nth(1).focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(minutesOf).toBe(before);
  await expect(page.getByRole('treeitem').nth(1)).not.toContainText('47 min');

  for (const name of ['Mais ações', 'Automação pronta?']) {
    const button = page.getByRole('button', { name });
    if ((await button.count()) === 0) continue;
    await button.click();
    await translateTexts(page);
    await page.keyboard.press('Escape');
  }
  for (const view of ['Lista', 'JSON', 'Diagrama']) {
    await page.getByRole('radiogroup', { name: 'Modo de visualização' }).getByText(view).click();
    await translateTexts(page);
  }
  await add(page, 'Inserir passo depois do gatilho', 'Esperar');
  await expect(page.getByRole('complementary', { name: 'Editar passo' })).toBeVisible();
  await translateTexts(page);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await translateTexts(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Houve um erro')).toHaveCount(0);
  expect(errors).toEqual([]);
});
