import { expect, test, type Locator, type Page, type Route } from '@playwright/test';
import { demo } from '../service.ts';
import { add, ask, openAnother, savedDraft } from './editor-page.ts';
import { panelHeaders, panelUrl, signInByForm } from './panel-page.ts';

const { baseUrl, demo: store } = demo();

const flow = {
  name: 'Editada depois do fim da sessão',
  trigger_event: 'pix.generated',
  steps: [{ id: 'fim', type: 'end' }],
};
type Saved = { automation: { revision: number; publishedVersion: number | null } };

/** Ends the session of the page at the service; the browser keeps its cookie. */
async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies(baseUrl);
  const response = await page.request.post(`${baseUrl}/panel/api/sign-out`, { data: {}, headers: panelHeaders });
  expect(response.status()).toBe(200);
  await page.context().addCookies(cookies);
}

/** Adds a step, and ends the session when the page is about to save it. */
async function editUnsaved(page: Page, end: () => Promise<void>): Promise<void> {
  const endFirst = async (save: Route): Promise<void> => {
    await end();
    await save.continue();
  };
  await page.route(/\/draft$/, endFirst, { times: 1 });
  await add(page, 'Inserir passo depois do gatilho', 'Esperar');
  await expect(dialogOf(page)).toBeVisible();
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Entre de novo' });

async function signInAgain(page: Page, password = store.user.password): Promise<void> {
  await dialogOf(page).getByLabel('Senha').fill(password);
  await dialogOf(page).getByRole('button', { name: 'Confirmar' }).click();
}

const typesOf = async (page: Page, id: string): Promise<string[]> =>
  (await savedDraft(page, id)).steps.map(({ type }) => type);

test('[AUT2] a session that ends in the editor is begun again in place: edits are saved under their revision and published', async ({
  page,
}) => {
  await signInByForm(page);
  const id = await openAnother(page, flow);
  const before = (await ask<Saved>(page, 'GET', `/automations/${id}`)).automation.revision;
  await editUnsaved(page, () => endSession(page));
  await expect(dialogOf(page)).toContainText('o que você escreveu continua aqui');
  await expect(dialogOf(page)).toContainText(store.user.email);
  await signInAgain(page, 'uma senha errada');
  await expect(dialogOf(page).getByRole('alert')).toBeVisible();
  await signInAgain(page);
  await expect(dialogOf(page)).toBeHidden();
  await expect.poll(() => typesOf(page, id)).toEqual(['delay', 'end']);
  await expect(page.getByText(/^Rascunho salvo/)).toBeVisible();
  expect((await ask<Saved>(page, 'GET', `/automations/${id}`)).automation.revision).toBe(before + 1);

  const publish = page.getByRole('button', { name: 'Publicar', exact: true });
  await publish.click();
  const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
  await expect(sheet.getByRole('button', { name: 'Publicar', exact: true })).toBeVisible();
  await endSession(page);
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await signInAgain(page);
  await expect(page.getByText('Versão 1 no ar.')).toBeVisible();
  expect((await ask<Saved>(page, 'GET', `/automations/${id}`)).automation.publishedVersion).toBe(1);
});

test('[AUT2] after signing out and in again in another window, the editor goes on without asking', async ({ page }) => {
  await signInByForm(page);
  const id = await openAnother(page, flow);
  const other = await page.context().newPage();
  await other.goto(panelUrl());
  await editUnsaved(page, async () => {
    await other.getByRole('button', { name: 'Sua conta' }).click();
    await other.getByRole('menuitem', { name: 'Sair' }).click();
    await expect(other.getByRole('heading', { name: 'Entrar na Retoma' })).toBeVisible();
  });
  await signInByForm(other);
  // Windows of a browser without a screen do not always report that they have the focus.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(dialogOf(page)).toBeHidden();
  await expect.poll(() => typesOf(page, id)).toEqual(['delay', 'end']);
});

test('[AUT2] edits of an ended session that is left stay on the device until the next one', async ({ page }) => {
  await signInByForm(page);
  const id = await openAnother(page, flow);
  await editUnsaved(page, () => endSession(page));
  page.on('dialog', (question) => void question.accept());
  await dialogOf(page).getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar na Retoma' })).toBeVisible();
  await signInByForm(page);
  await page.goto(panelUrl(`automations/${id}`));
  await expect(page.getByText('Recuperamos o que este aparelho tinha guardado.')).toBeVisible();
  await expect.poll(() => typesOf(page, id)).toEqual(['delay', 'end']);
});
