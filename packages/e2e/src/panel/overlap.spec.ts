import { expect, test } from '@playwright/test';
import { ask, openAnother, sample, savedDraft } from './editor-page.ts';
import { panelUrl, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';

const isActive = async (page: Parameters<typeof ask>[0], id: string): Promise<boolean> =>
  (await ask<{ automation: { active: boolean } }>(page, 'GET', `/automations/${id}`)).automation.active;

/** A flow on an event that no other test activates. */
const tracked = (name: string, message: string): object => ({
  ...sample('pix-recovery'),
  name,
  trigger_event: 'tracking_code_updated',
  steps: [{ id: 'aviso', type: 'action', name: 'send_sms', data: { message } }],
});

test('[EDT7] publishing shows the active automation for the same people; merging fills the draft, then the other is paused', async ({
  page,
}) => {
  await signIn(page);
  const { automations } = await ask<{ automations: { automationId: string; name: string }[] }>(
    page,
    'GET',
    '/automations',
  );
  // A failed test may have left them active.
  for (const { automationId, name } of automations)
    if (/^(Primeiro|Segundo|Terceiro) aviso/.test(name))
      await ask(page, 'POST', `/automations/${automationId}/active`, { active: false });
  const first = JSON.stringify(tracked('Primeiro aviso', 'Seu pedido saiu'));
  const source = { kind: 'text', text: first, activate: true };
  const { automationId: other } = await ask<{ automationId: string }>(page, 'POST', '/automations', { source });
  const id = await openAnother(page, tracked('Segundo aviso', 'Chega logo'));
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicar automação' });
  const choice = sheet.getByRole('radiogroup', { name: 'O que fazer com “Primeiro aviso”?' });
  await expect(choice.getByRole('radio', { name: 'Manter as duas' })).toBeChecked();
  await photograph(page, 'overlap');
  await choice.getByRole('radio', { name: 'Juntar nesta' }).check();
  await sheet.getByRole('button', { name: 'Juntar e ver o rascunho' }).click();
  await expect(sheet).toBeHidden();
  await expect.poll(async () => (await savedDraft(page, id)).steps.length).toBe(2);
  expect([await isActive(page, id), await isActive(page, other)]).toEqual([false, true]);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(choice.getByRole('radio', { name: 'Pausar a outra' })).toBeChecked();
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText('Versão 1 no ar.')).toBeVisible();
  expect([await isActive(page, id), await isActive(page, other)]).toEqual([true, false]);

  // Switching the other one on asks again.
  await page.goto(panelUrl(`automations/${other}`));
  await page.getByRole('switch', { name: 'Pausada: ativar automação' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duas automações para as mesmas pessoas' });
  await dialog.getByRole('radio', { name: 'Pausar a outra' }).check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => [await isActive(page, id), await isActive(page, other)]).toEqual([false, true]);

  // An import that is activated asks too.
  await page.goto(panelUrl('automations/import'));
  await page.locator('input[type=file]').setInputFiles({
    name: 'aviso.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(tracked('Terceiro aviso', 'Já chegou'))),
  });
  await expect(page.getByRole('region', { name: 'Como fica' }).getByRole('treeitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Salvar e ativar' }).click();
  await dialog.getByRole('radio', { name: 'Pausar a outra' }).check();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL(/automations\/[0-9a-f-]{36}$/);
  expect(await isActive(page, other)).toBe(false);
  const third = page.url().split('/').at(-1)!;
  await ask(page, 'POST', `/automations/${third}/active`, { active: false });
});
