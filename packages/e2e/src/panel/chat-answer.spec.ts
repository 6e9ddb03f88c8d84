import { expect, test } from '@playwright/test';
import { openEditor, savedDraft } from './editor-page.ts';
import { openPanel } from './panel-page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1440, height: 900 } });

/** An automation as a chat answers it: words around a block of code, curly quotes, a comment, a comma too many. */
const answer = `Claro! Segue a automação:

\`\`\`json5
{
  “name”: “Fluxo da conversa”,
  // o gatilho
  “trigger_event”: “pix.generated”,
  “steps”: [
\u00a0\u00a0\u00a0\u00a0{ “type”: “delay”, “id”: “espera”, “minutes”: 45 },
    { “type”: “end”, “id”: “fim” },
  ]
}
\`\`\`

Espero ter ajudado! Se quiser outra espera, troque \`{"minutes": 45}\`.`;

test('[EDT16] the answer of a chat is imported, with what is corrected at its lines', async ({ page }) => {
  await openPanel(page, 'automations/import');
  const file = { name: 'resposta.txt', mimeType: 'text/plain', buffer: Buffer.from(`\ufeff${answer}`, 'utf16le') };
  await page.locator('input[type=file]').setInputFiles(file);
  const found = page.getByRole('region', { name: 'O que encontramos' });
  for (const text of ['não faz parte do JSON', 'aspas que não são', 'Comentários', 'vírgula sobrando', 'invisíveis'])
    await expect(found).toContainText(text);
  await expect(found).toContainText('Linha 6, coluna 3');
  await expect(page.getByRole('treeitem', { name: /Esperar 45 min/ })).toBeVisible();
  await page.getByRole('button', { name: 'Salvar como rascunho' }).click();
  await page.waitForURL(/automations\/[0-9a-f-]{36}$/);
  const draft = await savedDraft(page, page.url().slice(-36));
  expect(draft).toMatchObject({ name: 'Fluxo da conversa', steps: [{ minutes: 45 }, { type: 'end' }] });
});

test('[EDT16] the answer of a chat is pasted on a card, beside the cards and in the JSON view; other text says why not', async ({
  page,
}) => {
  const flow = { name: 'Colar', trigger_event: 'pix.generated', steps: [{ id: 'a', type: 'delay', minutes: 5 }] };
  const id = await openEditor(page, flow);
  const paste = async (text: string): Promise<void> => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+v');
  };
  await page.getByRole('treeitem', { name: /Esperar 5 min/ }).focus();
  await paste(answer.replace('{ “type”: “end”, “id”: “fim” },', ''));
  await expect(page.getByRole('treeitem', { name: /Esperar 45 min/ })).toHaveCount(1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await paste(answer.replace('{ “type”: “end”, “id”: “fim” },', ''));
  await expect(page.getByRole('treeitem', { name: /Esperar 45 min/ })).toHaveCount(2);
  for (const text of ['Espero ter ajudado!', '```json\n{"steps": [{"type": "voa"}]}\n```']) {
    await paste(text);
    await expect(page.getByRole('alert').filter({ hasText: 'não tem passos de uma automação' }).last()).toBeVisible();
  }
  await page.getByRole('radiogroup', { name: 'Modo de visualização' }).getByText('JSON').click();
  await page.getByLabel('Automação em JSON').focus();
  await page.keyboard.press('Control+a');
  await paste(answer);
  await expect(page.getByText('Este texto ainda não é uma automação.')).toBeVisible();
  await page.getByRole('button', { name: 'Arrumar o texto' }).click();
  await expect.poll(() => savedDraft(page, id)).toMatchObject({ name: 'Fluxo da conversa' });
});
