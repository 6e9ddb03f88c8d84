import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { demo } from '../service.ts';
import { panelHeaders, panelUrl, signIn } from './panel-page.ts';

const { baseUrl, demo: store } = demo();

/** Calls a panel endpoint in the page's session; no page of the panel needs to be open. */
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

/** Reads the flow definition of a sample of the flow package. */
export const sample = (name: string): object =>
  JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, `../../../flow/samples/${name}/flow.json`), 'utf8'),
  ) as object;

/** Signs in, creates an automation from a definition or from scratch, and opens it in the editor. Returns its id. */
export async function openEditor(page: Page, definition?: object): Promise<string> {
  await signIn(page);
  return openAnother(page, definition);
}

/** Same as `openEditor`, for a member who is signed in already. */
export async function openAnother(page: Page, definition?: object): Promise<string> {
  const source = definition
    ? { kind: 'draft', text: JSON.stringify(definition) }
    : { kind: 'scratch', triggerEvent: 'pix.generated', name: 'Recuperar PIX' };
  const { automationId } = await ask<{ automationId: string }>(page, 'POST', '/automations', { source });
  await page.goto(panelUrl(`automations/${automationId}`));
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  // The header is drawn after the diagram has its place.
  await expect(page.getByRole('button', { name: 'Testar', exact: true })).toBeVisible();
  return automationId;
}

/** The draft that the service stores. The editor saves with a delay, so callers poll. */
export async function savedDraft(page: Page, automationId: string): Promise<Draft> {
  const { automation } = await ask<{ automation: { draft: string } }>(page, 'GET', `/automations/${automationId}`);
  return JSON.parse(automation.draft) as Draft;
}

/** The part of a definition that tests compare. */
export type Draft = { steps: DraftStep[] };

/** A step of a `Draft`. */
export type DraftStep = { type: string; id: string; minutes?: number; branches?: { id: string; steps: DraftStep[] }[] };

/** Adds a step with the "+" button of the given name. */
export async function add(page: Page, plus: string, step: string): Promise<void> {
  await page.getByRole('button', { name: plus, exact: true }).click();
  await page.getByRole('option', { name: step, exact: true }).click();
}

/** Opens a step by its card, the first with that name; returns the panel beside the diagram. */
export async function openStep(page: Page, name: RegExp): Promise<Locator> {
  const card = page.getByRole('treeitem', { name }).first();
  // The diagram may still be scrolling the selected card into view, and a click on a moving card can miss. So can one that was tried while a
  // dialog closed: each further try first scrolls the card to an edge, and the diagram scrolls back.
  await expect(async () => {
    await card.click();
    await expect(card).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 });
  }).toPass();
  return page.getByRole('complementary', { name: 'Editar passo' });
}
