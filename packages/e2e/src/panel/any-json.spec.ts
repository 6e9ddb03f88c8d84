import { expect, test, type Page } from '@playwright/test';
import { brokenFlows } from './broken-flows.ts';
import { ask, openAnother, openStep, sample, savedDraft } from './editor-page.ts';
import { expectAccessible, go, openPanel, panelUrl } from './panel-page.ts';

const rule = { field: 'payment_status', operator: '=', value: 'paid' };
const sms = { type: 'action', id: 'sms', name: 'send_sms', data: { message: 'Oi' } };

const unanswered = (page: Page) => page.getByText(/Erro interno|Sem resposta do servidor|Não deu para mostrar isto/);

const sound = ['pix-recovery', 'cart-abandoned', 'pix-recovery-flat', 'simulate-handlers'].map((name) => sample(name));
const brokenDrafts = brokenFlows(sound, 200);

for (const first of [0, 50, 100, 150]) {
  const title = `broken drafts ${first} to ${first + 49} open in the diagram, the list and the JSON view, with their problems`;
  test(`[EDT9] ${title}`, async ({ page }) => {
    test.setTimeout(300_000);
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    await openPanel(page);
    for (const [index, definition] of brokenDrafts.slice(first, first + 50).entries()) {
      const label = `${first + index}: ${JSON.stringify(definition).slice(0, 300)}`;
      await openEverywhere(page, definition, index, label);
      expect(thrown, label).toEqual([]);
    }
  });
}

/** Opens a draft in the three views of the editor; in the list, also the panel of one of its steps. */
async function openEverywhere(page: Page, definition: unknown, chosen: number, label: string): Promise<void> {
  const source = { kind: 'draft', text: JSON.stringify(definition) };
  const { automationId } = await ask<{ automationId: string }>(page, 'POST', '/automations', { source });
  const route = `/automations/${automationId}`;
  const { automation } = await ask<{ automation: { problems: { errors: number } } }>(page, 'GET', route);
  const view = (name: string): Promise<void> => go(page, `${panelUrl(route.slice(1))}?view=${name}`);
  await view('diagram');
  await expect(page.getByRole('treeitem').first(), label).toBeVisible();
  if (automation.problems.errors > 0)
    await expect(page.getByRole('button', { name: /^\d+ problemas?:/ }), label).not.toHaveText('0');
  await view('list');
  const rows = page.locator('[data-kind="step"]');
  await expect(page.locator('[data-kind="trigger"]'), label).toBeVisible();
  const last = (await rows.count()) - 1;
  if (last >= 0) {
    await rows.nth(chosen % (last + 1)).click();
    await expect(page.locator('[data-step-panel]'), label).toBeVisible();
  }
  await view('json');
  await expect(page.locator('.cm-content'), label).toBeVisible();
  expect(await unanswered(page).count(), label).toBe(0);
  await ask(page, 'DELETE', route);
}

test('[EDT9] a broken draft is repaired with forms, and unreadable steps are deleted', async ({ page }) => {
  await openPanel(page);
  const branches = [{ id: 'paid', conditions: [null, rule], steps: [] }, {}];
  const steps = [{ type: 'dance', id: 'odd' }, { type: 'condition', id: 'ask', branches }, sms];
  const automationId = await openAnother(page, { name: 'Quebrada', trigger_event: 'order.exploded', steps });
  await expect(page.getByRole('treeitem', { name: /Gatilho desconhecido/ })).toBeVisible();
  const panel = await openStep(page, /Passo ilegível/);
  await expect(panel.getByText('"dance"')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('treeitem', { name: /Passo ilegível/ })).toHaveCount(0);
  await (await openStep(page, /Gatilho desconhecido/)).getByRole('radio', { name: /PIX gerado/ }).click();
  await expect(page.getByRole('treeitem', { name: /PIX gerado/ })).toBeVisible();
  await expect(async () => {
    const { steps } = await savedDraft(page, automationId);
    expect(steps).toMatchObject([{ id: 'ask', branches }, sms]);
  }).toPass();
});

test('[EDT9] every error is listed with its path, and links to the step and to its line of JSON', async ({ page }) => {
  await openPanel(page);
  const steps = [sms, { type: 'condition', id: 'ask' }, null];
  await openAnother(page, { name: 'Quebrada', trigger_event: 'pix.generated', steps });
  const button = page.getByRole('button', { name: /^\d+ problemas?:/ });
  await button.click();
  const list = page.getByRole('dialog', { name: 'Problemas' });
  for (const path of ['steps[1].branches', 'steps[2]'])
    await expect(list.getByRole('button', { name: `Abrir no JSON: ${path}` }).first()).toBeVisible();
  await list.getByRole('button', { name: 'Abrir no JSON: steps[2]' }).click();
  await expect(page.locator('.cm-activeLine')).toHaveText('null');
  await page.getByRole('radio', { name: 'Diagrama' }).check({ force: true });
  await button.click();
  await list.getByRole('button', { name: 'Mostrar no fluxo: Passo ilegível' }).first().click();
  await expect(page.getByRole('complementary', { name: 'Editar passo' }).getByText('null')).toBeVisible();
});

test('[EDT9] a broken file is imported paused, and opens', async ({ page }) => {
  await openPanel(page, 'automations/import');
  const text = JSON.stringify({ name: 'Importada', trigger_event: 'x', steps: [{ type: 'condition', id: 'c' }] });
  await page.locator('.cm-content').fill(text);
  await expect(page.getByText(/· steps\[0\]\.branches$/)).toBeVisible();
  await page.getByRole('button', { name: 'Guardar como rascunho para consertar' }).click();
  await expect(page.getByRole('treeitem', { name: /Gatilho desconhecido/ })).toBeVisible();
});

test('[AUT7] the page distinguishes no response, a refusal and an internal error, and shows its request id', async ({
  page,
}) => {
  await openPanel(page);
  const automationId = await openAnother(page, { name: 'Inteira', trigger_event: 'pix.generated', steps: [sms] });
  const api = `**/panel/api/stores/*/automations/${automationId}`;
  const other = page.getByRole('alert');
  const opens = async (): Promise<void> => {
    await go(page, panelUrl('automations'));
    await expect(page.getByRole('heading', { name: 'Automações' })).toBeVisible();
    await page.unroute(api);
  };
  const visit = (): Promise<void> => go(page, panelUrl(`automations/${automationId}`));
  const error = { code: 'INTERNAL_ERROR', message: 'x' };
  await opens();
  const headers = { 'x-request-id': 'req-12345678' };
  await page.route(api, (route) => route.fulfill({ status: 500, json: { success: false, error }, headers }));
  await page.reload();
  await visit();
  await expect(other.filter({ hasText: 'Erro interno' })).toContainText('req-12345678');
  await opens();
  const refusal = { code: 'NOT_FOUND', message: 'Isto não existe mais.' };
  await page.route(api, (route) => route.fulfill({ status: 404, json: { success: false, error: refusal } }));
  await page.reload();
  await visit();
  await expect(other.filter({ hasText: 'Não deu para mostrar isto' })).toContainText('Isto não existe mais.');
  await opens();
  await page.route(api, (route) => route.abort());
  await page.reload();
  await visit();
  await expect(other.filter({ hasText: 'Sem resposta do servidor' })).toBeVisible({ timeout: 20_000 });
});

test('[AUT7] a defect in one part leaves the rest of the editor usable, and its request id is logged', async ({
  page,
}) => {
  await openPanel(page);
  const broken = 'export const CopilotPanel = () => { throw new TypeError("broken"); };';
  await page.route('**/copilot-panel-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: broken }));
  await openAnother(page, { name: 'Inteira', trigger_event: 'pix.generated', steps: [sms] });
  const reported = page.waitForResponse('**/panel/api/page-errors');
  await page.getByRole('button', { name: 'Copiloto' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Erro interno' });
  const id = (await reported).headers()['x-request-id']!;
  expect((await reported).status()).toBe(200);
  await expect(alert).toContainText(id);
  await openStep(page, /SMS/);
  await expect(page.getByRole('treeitem', { name: /SMS/ })).toBeVisible();
});
