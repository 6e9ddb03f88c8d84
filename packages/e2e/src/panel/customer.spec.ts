import { expect, test } from '@playwright/test';
import { journey } from '../journey.ts';
import { sizes } from '../pay-page.ts';
import { countInput } from './counted-input.ts';
import { signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';
import { makeRunsStore, type RunsStore } from './runs-store.ts';

const flow = {
  name: 'Recuperar PIX',
  trigger_event: 'pix.generated',
  active: true,
  settings: { reentry: 'once_per_customer' },
  steps: [{ type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Oi! Seu PIX está aberto.' } }],
};

let store: RunsStore;
test.beforeAll(async () => {
  store = await makeRunsStore('Loja dos Clientes');
  await store.publish(flow);
});
test.afterAll(() => store.stop());

test(
  '[AUT14] a customer is one page: a timeline, one cause for what was not sent, and what they receive',
  journey,
  async ({ page }) => {
    await store.happen('pix.generated', '2042');
    await page.setViewportSize(sizes.desktop);
    await signIn(page);
    await page.goto(store.url('messages'));
    await expect(page.getByRole('link', { name: 'Abrir a mensagem para Marina S.' })).toBeVisible();
    await store.publish({ ...flow, name: 'Lembrar do PIX' });

    await page.goto(store.url('orders'));
    await page.getByRole('link', { name: 'Marina Souza' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Marina Souza' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Entrou em Recuperar PIX' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'WhatsApp, por Recuperar PIX' })).toBeVisible();
    await page.getByRole('button', { name: 'Parar WhatsApp' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Parar' }).click();
    await expect(page.getByText('WhatsApp: Não recebe')).toBeVisible();
    await expect(page.getByText(/parou as mensagens por WhatsApp$/)).toBeVisible();
    await photograph(page, 'customer');
    await page.getByRole('tab', { name: 'Por que recebeu (ou não)' }).click();
    await expect(page.getByText('Recuperar PIX começou.')).toBeVisible();
    await expect(page.getByText('Lembrar do PIX não começou: foi publicada só depois.')).toBeVisible();
    await photograph(page, 'customer-why');
    await page.getByRole('button', { name: 'Liberar WhatsApp' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Liberar' }).click();
    await expect(page.getByText('WhatsApp: Recebe')).toBeVisible();

    await page.getByRole('link', { name: 'Ver jornada' }).first().click();
    await expect(page.getByRole('link', { name: 'Ver cliente' })).toBeVisible();
    await page.getByRole('link', { name: /^Pedido #?2042$/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /2042/ })).toBeVisible();

    // The whole row of a run opens it.
    await page.goto(store.url('runs'));
    const row = page.getByRole('row').filter({ hasText: 'Recuperar PIX' }).first();
    await row.click();
    await expect(page.getByRole('link', { name: 'Ver cliente' })).toBeVisible();
  },
);

test('[RUN21] a message is sent again in two clicks; what was not sent on purpose says who stopped it', async ({
  page,
}) => {
  const counted = await countInput(page);
  await store.publish({ ...flow, name: 'Cada PIX', settings: { reentry: 'every' } });
  await store.happen('pix.generated', '2050', 'Rita Prado');
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  await page.goto(store.url('messages'));
  const again = page.getByRole('button', { name: 'Reenviar: Rita P.' }).first();
  await expect(again).toBeVisible();
  const [sent, before] = [store.sent(), counted.clicks];
  await again.click();
  const dialog = page.getByRole('dialog', { name: 'Reenviar esta mensagem?' });
  await expect(dialog.getByText('Vai receber duas vezes.')).toBeVisible();
  await photograph(page, 'resend');
  await dialog.getByRole('button', { name: 'Reenviar mesmo assim' }).click();
  await expect(page.getByText('A mensagem sai em instantes.')).toBeVisible();
  expect(counted.clicks - before).toBe(2);
  await expect.poll(() => store.sent()).toBe(sent + 1);

  await page.getByRole('link', { name: 'Rita P.', exact: true }).first().click();
  await page.getByRole('button', { name: 'Parar WhatsApp' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Parar' }).click();
  await expect(page.getByText('WhatsApp: Não recebe')).toBeVisible();
  await page.getByRole('button', { name: 'Reenviar: Cada PIX' }).first().click();
  const refused = page.getByRole('dialog', { name: 'Esta mensagem não pode ser reenviada' });
  await expect(refused.getByText(/ parou as mensagens em /)).toBeVisible();
  await photograph(page, 'resend-refused');
  await refused.getByRole('button', { name: 'Voltar' }).click();
  // Another order with the same phone.
  await store.happen('pix.generated', '82050', 'Rita Prado');
  await page.goto(store.url('messages?state=skipped'));
  await page.getByRole('link', { name: 'Abrir a mensagem para Rita P.' }).first().click();
  await expect(page.getByText(/ parou as mensagens em /).first()).toBeVisible();
  await photograph(page, 'run-not-sent');
});

test('[COM8] who shares a phone is listed; exactly the chosen person is erased, confirmed by their contact', async ({
  page,
}) => {
  // The two orders have the same phone.
  await store.happen('pix.generated', '3001', 'Edu Lima');
  await store.happen('pix.generated', '83001', 'Lia Lenta');
  await page.setViewportSize(sizes.desktop);
  await signIn(page);
  await page.goto(store.url('orders'));
  await page.getByRole('link', { name: 'Edu Lima' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edu Lima' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lia Lenta, pessoa83001@exemplo.com.br' })).toBeVisible();
  await page.getByRole('button', { name: 'Apagar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apagar os dados de quem?' });
  await expect(dialog.getByRole('checkbox', { name: /^pessoa3001@/ })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: /^pessoa83001@/ })).not.toBeChecked();
  await expect(dialog.getByText(/^Pedido #?3001, Edu Lima, /)).toBeVisible();
  await expect(dialog.getByText(/Lia Lenta, R\$/)).toBeHidden();
  await photograph(page, 'customer-erase');
  await dialog.getByRole('checkbox', { name: /^pessoa83001@/ }).check();
  await expect(dialog.getByRole('status')).toContainText('2 pedidos');
  await dialog.getByRole('checkbox', { name: /^pessoa83001@/ }).uncheck();
  await expect(dialog.getByRole('status')).toContainText('1 pedido,');
  const action = dialog.getByRole('button', { name: 'Apagar' });
  await dialog.getByLabel('Para confirmar').fill('Loja dos Clientes');
  await expect(action).toBeDisabled();
  await dialog.getByLabel('Para confirmar').fill('pessoa3001@exemplo.com.br');
  await action.click();
  await expect(page.getByText('Dados apagados.')).toBeVisible();
  await page.goto(store.url('orders'));
  await expect(page.getByRole('link', { name: 'Lia Lenta' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edu Lima' })).toBeHidden();
});
