import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { ask } from './editor-page.ts';
import { go, openPanel, panelUrl } from './panel-page.ts';

const flow = path.resolve(import.meta.dirname, '../../../flow');
const textsIn = (folder: string): [string, string][] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, readFileSync(path.join(folder, name, 'flow.json'), 'utf8')]);
const texts = [...textsIn(path.join(flow, 'samples')), ...textsIn(path.join(flow, 'templates'))];

type SavedAutomation = { automation: { draft: string; revision: number } };
type Answer = { automationId?: string; error?: { code: string } };

/** Stores a text as the draft of a new automation, even if unfinished; undefined if it cannot be read. */
async function keep(page: Page, text: string): Promise<string | undefined> {
  const created = await ask<Answer>(page, 'POST', '/automations', { source: { kind: 'draft', text } });
  if (created.automationId) return created.automationId;
  const source = { kind: 'scratch', triggerEvent: 'pix.generated', name: 'Rascunho' };
  const { automationId } = await ask<{ automationId: string }>(page, 'POST', '/automations', { source });
  const saved = await ask<Answer>(page, 'PUT', `/automations/${automationId}/draft`, { text, revision: 1 });
  if (!saved.error) return automationId;
  await ask(page, 'DELETE', `/automations/${automationId}`);
  expect(saved.error.code).toBe('AUTOMATION_UNREADABLE');
  return undefined;
}

test('[EDT1] every sample opens in the editor, and viewing changes no byte of it', async ({ page }) => {
  test.setTimeout(300_000);
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  await openPanel(page);
  const unreadable: string[] = [];
  for (const [name, text] of texts) {
    const automationId = await keep(page, text);
    if (!automationId) {
      unreadable.push(name);
      continue;
    }
    const route = `/automations/${automationId}`;
    const { automation: before } = await ask<SavedAutomation>(page, 'GET', route);
    await go(page, panelUrl('automations'));
    await expect(page.getByRole('treeitem')).toHaveCount(0);
    await go(page, panelUrl(route.slice(1)));
    await expect(page.getByRole('treeitem').first(), name).toBeVisible();
    await page.keyboard.press('Escape');
    const { automation: after } = await ask<SavedAutomation>(page, 'GET', route);
    expect([name, after.draft, after.revision]).toEqual([name, before.draft, before.revision]);
    await ask(page, 'DELETE', route);
  }
  expect(broken).toEqual([]);
  // Not JSON, or without a list of steps or an event: the tests of imports cover these.
  expect(unreadable.length).toBeLessThan(15);
  expect(texts.length - unreadable.length).toBeGreaterThan(75);
});
