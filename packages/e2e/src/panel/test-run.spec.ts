import path from 'node:path';
import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { shots, sizes } from '../pay-page.ts';
import { ask, openEditor } from './editor-page.ts';
import { expectAccessible } from './panel-page.ts';
import { photograph } from './photograph.ts';

/** A flow that reminds of a PIX unless it is paid. */
const reminder = {
  name: 'Lembrete de PIX',
  trigger_event: 'pix.generated',
  steps: [
    { id: 'espera', type: 'delay', minutes: 30 },
    {
      id: 'confere',
      type: 'condition',
      branches: [
        {
          id: 'confere-pago',
          label: 'Pago',
          conditions: [{ field: 'payment_status', operator: '=', value: 'paid' }],
          steps: [{ id: 'fim', type: 'end' }],
        },
        {
          id: 'confere-pendente',
          label: 'Pendente',
          conditions: [{ field: 'payment_status', operator: '=', value: 'pending' }],
          steps: [
            {
              id: 'lembrete',
              type: 'action',
              name: 'send_whatsapp',
              data: { type: 'text', message: 'Oi, {{customer.name}}! Falta o PIX de {{order.total}}.' },
            },
          ],
        },
      ],
    },
  ],
};

const inbox = async (page: Parameters<typeof ask>[0]): Promise<number> =>
  (await ask<{ messages: unknown[] }>(page, 'GET', '/inbox')).messages.length;

test(
  '[RUN10] a test of a paid order ends at the end step, explains the branch not taken, and sends nothing',
  journey,
  async ({ page }) => {
    await openEditor(page, reminder);
    const before = await inbox(page);
    await page.getByRole('button', { name: 'Testar', exact: true }).click();
    const test = page.getByRole('dialog', { name: 'Teste simulado' });
    const trace = test.getByRole('region', { name: 'O que acontece' });
    await expect(trace.getByText('Seguiu pelo caminho Pendente')).toBeVisible();
    await trace.getByRole('button', { name: 'Ver mensagem' }).click();
    await expect(trace.getByText(/Oi, Ana! Falta o PIX de R\$ 129,90/)).toBeVisible();

    await test.getByRole('radio', { name: 'Já está pago quando começa' }).click();
    await expect(trace.getByRole('status')).toContainText('Terminou em Fim. Nenhuma mensagem');
    await expect(
      trace.getByText('Não entrou em Pendente: pedia “pagamento é pendente” (pagamento: pago)'),
    ).toBeVisible();
    const diagram = test.getByRole('region', { name: 'Caminho no diagrama' });
    await expect(diagram.getByText('não entrou: pedia “pagamento é pendente” (pagamento: pago)')).toBeVisible();
    await photograph(page, 'tryout');

    await test.getByRole('tab', { name: 'Situações possíveis' }).click();
    await test
      .getByRole('button', { name: /1 mensagem/ })
      .first()
      .click();
    await expect(trace.getByText('Seguiu pelo caminho Pendente')).toBeVisible();
    expect(await inbox(page)).toBe(before);
  },
);

test('[RUN10] a test run is readable on a phone and in the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openEditor(page, reminder);
  await page.setViewportSize(sizes.phone);
  await page.getByRole('button', { name: 'Testar', exact: true }).click();
  await expect(
    page.getByRole('region', { name: 'O que acontece' }).getByText('Seguiu pelo caminho Pendente'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(shots, 'tryout-phone-dark.png'), fullPage: true });
});
