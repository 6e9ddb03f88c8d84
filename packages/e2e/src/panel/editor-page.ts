import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { demo } from '../service.ts';
import { panelHeaders, panelUrl, signIn } from './panel-page.ts';

const { baseUrl, demo: store } = demo();

/** Calls the panel's own endpoints in the session of the page; no page of the panel needs to be open. */
export async function ask<Answer>(
  page: Page,
  method: string,
  route: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await page.request.fetch(`${baseUrl}/panel/api/stores/${store.storeId}${route}`, {
    method,
    headers: { ...panelHeaders, ...headers },
    ...(body && { data: body }),
  });
  return (await response.json()) as Answer;
}

/** A sample of the flow package. */
export const sample = (name: string): object =>
  JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, `../../../flow/samples/${name}/flow.json`), 'utf8'),
  ) as object;

/** Signs in, makes an automation of a definition, or of nothing, and opens it in the editor. Returns its id. */
export async function openEditor(page: Page, definition?: object): Promise<string> {
  await signIn(page);
  return openAnother(page, definition);
}

/** As `openEditor`, for a member who is signed in already. */
export async function openAnother(page: Page, definition?: object): Promise<string> {
  const source = definition
    ? { kind: 'text', text: JSON.stringify(definition), activate: false }
    : { kind: 'scratch', triggerEvent: 'pix.generated', name: 'Recuperar PIX' };
  const { automationId } = await ask<{ automationId: string }>(page, 'POST', '/automations', { source });
  await page.goto(panelUrl(`automations/${automationId}`));
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  return automationId;
}

/** The draft as the service has it, once the editor has saved. */
export async function savedDraft(page: Page, automationId: string): Promise<Draft> {
  const { automation } = await ask<{ automation: { draft: string } }>(page, 'GET', `/automations/${automationId}`);
  return JSON.parse(automation.draft) as Draft;
}

/** A definition as tests compare it. */
export type Draft = { steps: DraftStep[] };

/** A step of it. */
export type DraftStep = { type: string; id: string; minutes?: number; branches?: { id: string; steps: DraftStep[] }[] };

/** Adds a step by the "+" with a given name. */
export async function add(page: Page, plus: string, step: string): Promise<void> {
  await page.getByRole('button', { name: plus, exact: true }).click();
  await page.getByRole('option', { name: step, exact: true }).click();
}

/** Opens a step at its card, as far up as there is one of that name; returns the panel beside the diagram. */
export async function openStep(page: Page, name: RegExp): Promise<Locator> {
  const card = page.getByRole('treeitem', { name }).first();
  // The diagram may still move what was selected into sight, and what moves is not always hit.
  await expect(async () => {
    await card.click();
    await expect(card).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 });
  }).toPass();
  return page.getByRole('complementary', { name: 'Editar passo' });
}
