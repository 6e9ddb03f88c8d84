import { expect, test, type Page } from '@playwright/test';
import { countInput } from './counted-input.ts';
import { add, ask, openAnother, openEditor, openStep, savedDraft } from './editor-page.ts';
import { openPanel } from './panel-page.ts';
import { photograph } from './photograph.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const flow = (...steps: object[]): object => ({ name: 'Esperas', trigger_event: 'pix.generated', steps });
const sms = (id: string): object => ({ type: 'action', id, name: 'send_sms', data: { message: 'Oi' } });

const stepsOf = async (page: Page, id: string): Promise<readonly object[]> => (await savedDraft(page, id)).steps;

test('[EDT12] from a “+”, the wait until tomorrow at nine takes 3 clicks and no key', async ({ page }) => {
  const counted = await countInput(page);
  const id = await openEditor(page, flow(sms('a')));
  counted.clicks = 0;
  await add(page, 'Inserir passo depois do gatilho', 'Esperar');
  await page.getByRole('radio', { name: /Até uma hora do dia/ }).click();
  await expect(page.getByRole('heading', { name: 'Esperar até as 9h do dia seguinte' })).toBeVisible();
  await expect.poll(() => stepsOf(page, id)).toMatchObject([{ until: { time: '09:00', nextDay: true } }, {}]);
  expect(counted).toEqual({ clicks: 3, keys: 0 });
  await expect(page.getByRole('treeitem', { name: /Quem entra agora segue amanhã, 09:00/ })).toBeVisible();
});

test('[EDT12] a wait until a weekday in business hours is written, chosen, previewed and photographed', async ({
  page,
}) => {
  const id = await openEditor(page, flow({ type: 'delay', id: 'wait', minutes: 720 }, sms('a')));
  const panel = await openStep(page, /Esperar 12 horas/);
  await expect(panel.getByRole('region', { name: 'Próximo envio' })).toBeVisible();
  await photograph(page, 'wait-span');
  await panel.getByLabel('Quanto', { exact: true }).fill('terça ou quinta às 10h');
  await expect.poll(() => stepsOf(page, id)).toMatchObject([{ until: { time: '10:00', days: [2, 4] } }, {}]);
  await panel.getByRole('button', { name: 'quinta' }).click();
  await panel.getByRole('checkbox', { name: 'Só em horário comercial' }).check({ force: true });
  await expect(panel.getByText('Segunda a sexta, das 8h às 18h, sem feriados nacionais.')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Esperar até terça, 10h' })).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Próximo envio' }).getByText(/10:00/).first()).toBeVisible();
  await expect.poll(() => stepsOf(page, id)).toMatchObject([{ until: { days: [2] }, businessHours: true }, {}]);
  await photograph(page, 'wait-weekday');
});

test('[EDT12] a wait of 30 days is one choice, several steps and one form', async ({ page }) => {
  const id = await openEditor(page, flow({ type: 'delay', id: 'wait', minutes: 720 }, sms('a')));
  const panel = await openStep(page, /Esperar 12 horas/);
  await panel.getByLabel('Quanto', { exact: true }).fill('30 dias');
  const minutes = async (): Promise<unknown> =>
    (await savedDraft(page, id)).steps.flatMap((step) => step.minutes ?? []);
  await expect.poll(minutes).toEqual([10_080, 10_080, 10_080, 10_080, 2_880]);
  await page.getByRole('button', { name: 'Ver fluxo inteiro' }).click();
  await page
    .getByRole('treeitem', { name: /Esperar 30 dias Parte 1 de 5/ })
    .first()
    .click();
  await expect(panel.getByLabel('Quanto', { exact: true })).toHaveValue('30');
  await panel.getByRole('button', { name: '1 dia' }).click();
  await expect.poll(minutes).toEqual([1_440]);
});

test('[RUN22] the store’s business hours are chosen in its rules, and a wait shows them', async ({ page }) => {
  await openPanel(page, 'settings/sending');
  await page.getByRole('button', { name: 'sábado' }).click();
  await page.getByLabel('Até as', { exact: true }).fill('17h');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Salvo', { exact: false }).first()).toBeVisible();
  await photograph(page, 'business-hours');
  await openAnother(page, flow({ type: 'delay', id: 'wait', minutes: 720, businessHours: true }, sms('a')));
  const panel = await openStep(page, /Esperar 12 horas/);
  await expect(panel.getByText('Segunda a sábado, das 8h às 17h, sem feriados nacionais.')).toBeVisible();
  await ask(page, 'POST', '/settings', { businessHours: { from: '08:00', to: '18:00', days: [1, 2, 3, 4, 5] } });
});
