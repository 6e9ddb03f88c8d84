import { expect, test, type Locator, type Page } from '@playwright/test';
import { demo, retoma } from '../service.ts';
import { openStep } from './editor-page.ts';
import { expectAccessible, signIn } from './panel-page.ts';
import { photograph } from './photograph.ts';
import { makeRunsStore, type RunsStore } from './runs-store.ts';

const { baseUrl } = demo();
const action = (id: string, name: string, data: object): object => ({ id, type: 'action', name, data });

/** A flow that reminds of a PIX on every channel unless it is paid. */
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
          id: 'confere-grande',
          label: 'Valor alto',
          conditions: [{ field: 'amount', operator: '>', value: 18_000 }],
          steps: [
            action('zap', 'send_whatsapp', {
              type: 'text',
              message:
                'Oi, *{{customer.first_name}}*! Falta {{order.total}}: https://loja.example/pix/{{order.number}}',
            }),
          ],
        },
      ],
    },
    action('sms', 'send_sms', { message: 'Oi, {{customer.name}}: {{order.total}}' }),
    action('email', 'send_email', {
      remetente_nome: 'Loja',
      remetente_email: 'contato@loja.example',
      subject: 'Seu PIX',
      html: '<mjml><mj-body><mj-section><mj-column><mj-text>Oi, {{customer.first_name}}, pedido {{order.number}}</mj-text></mj-column></mj-section></mj-body></mjml>',
    }),
    action('botoes', 'send_whatsapp', {
      type: 'button-actions',
      message: 'Oi, {{customer.first_name}}',
      buttonActions: [{ id: 'pagar', type: 'URL', label: 'Pagar agora', url: 'https://loja.example/{{order.number}}' }],
    }),
  ],
};

let store: RunsStore;
let automationId: string;
test.beforeAll(async () => {
  store = await makeRunsStore('Loja dos Pedidos');
  await store.happen('pix.generated', '1042', 'Marina Souza');
  await store.happen('pix.generated', '1043', 'Bruno Dias');
  await store.happen('payment.confirmed', '1043');
  automationId = await store.publish(reminder);
});
test.afterAll(() => store.stop());

async function choose(page: Page, within: Locator, select: string, option: RegExp): Promise<void> {
  await within.getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option }).click();
}

test('[TAG1] previews show a real order on every channel, and keep it from step to step', async ({ page }) => {
  await signIn(page);
  await page.goto(store.url(`automations/${automationId}`));
  const panel = await openStep(page, /Valor alto.*WhatsApp/);
  const bubble = panel.getByRole('group', { name: 'Como aparece no WhatsApp' });
  await expect(bubble).toContainText('Oi, Maria!');
  await panel.getByRole('combobox', { name: 'Exemplo' }).click();
  await expect(page.getByRole('option', { name: /^Pedido #1043 · Bruno Dias · / })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('option', { name: /^Pedido #1042 · Marina Souza · / }).click();
  await expect(bubble).toContainText('Oi, Marina! Falta R$ 189,90');
  await expect(bubble.locator('.preview-card')).toHaveText('loja.examplehttps://loja.example/pix/1042');
  await expect(panel.getByText('Dados de verdade, como estão agora.')).toBeVisible();
  await photograph(page, 'real-order-preview');

  await openStep(page, /SMS/);
  const sms = panel.getByRole('group', { name: 'Como aparece no celular' });
  await expect(sms).toHaveText('Oi, Marina Souza: R$ 189,90');
  await expect(panel.getByText('Com os dados de verdade: 27.')).toBeVisible();

  await openStep(page, /E-mail/);
  await expect(panel.frameLocator('iframe').getByText('Oi, Marina, pedido 1042')).toBeVisible();
  await choose(page, panel, 'Exemplo', /^Pedido #1043/);
  await expect(panel.frameLocator('iframe').getByText('Oi, Bruno, pedido 1043')).toBeVisible();

  // The last card may be below the window.
  await page.getByRole('button', { name: 'Ver fluxo inteiro' }).click();
  await page
    .getByRole('treeitem', { name: /WhatsApp/ })
    .last()
    .click();
  await expect(bubble).toContainText('Pagar agora');
  await expect(panel.getByText('Pode aparecer só como texto:')).toBeVisible();
  const written = panel.getByRole('group', { name: 'Como aparece sem botões' });
  await expect(written).toContainText('Pagar agora: https://loja.example/1043');
  await written.scrollIntoViewIfNeeded();
  await photograph(page, 'real-order-buttons');
  expect(store.sent()).toBe(0);
});

test('[RUN10] a test with a real order evaluates its data, and sends nothing', async ({ page }) => {
  await signIn(page);
  await page.goto(store.url(`automations/${automationId}`));
  await page.getByRole('button', { name: 'Testar', exact: true }).click();
  const test = page.getByRole('dialog', { name: 'Teste simulado' });
  const trace = test.getByRole('region', { name: 'O que acontece' });
  // The example order is R$ 129,90.
  await expect(trace.getByText('Nenhum caminho serviu: seguiu pelo caminho principal')).toBeVisible();
  await choose(page, test, 'Com um pedido de verdade', /^Pedido #1042 · Marina Souza/);
  await expect(trace.getByText('Seguiu pelo caminho Valor alto')).toBeVisible();
  await expect(test.getByRole('textbox', { name: 'Valor' })).toHaveValue('R$ 189,90');
  await expect(test.getByRole('note')).toContainText('É de verdade: cliente, pedido e loja');
  await trace.getByRole('button', { name: 'Ver mensagem' }).first().click();
  await expect(trace.getByText(/Falta R\$ 189,90/)).toBeVisible();
  await photograph(page, 'real-order-test');

  await choose(page, test, 'Com um pedido de verdade', /^Pedido #1043 · Bruno Dias/);
  await expect(test.getByRole('radio', { name: 'Fica como está agora: pago' })).toBeChecked();
  await expect(trace.getByRole('status')).toContainText('Terminou em Fim. Nenhuma mensagem');
  await expect(trace.getByText(/Não entrou em Valor alto/)).toBeVisible();
  // The order was paid shortly after its PIX, long before the thirty minutes ended.
  await test.getByRole('radio', { name: /^Como foi: pago .* depois$/ }).click();
  await expect(trace.getByText('Seguiu pelo caminho Pago')).toBeVisible();
  expect(store.sent()).toBe(0);
});

test('[AUT5] a member without access to shoppers gets only example data', async ({ page }) => {
  const email = `leitora-${Date.now()}@loja.example`;
  const { password } = JSON.parse(retoma('user', 'create', '--email', email, '--json')) as { password: string };
  retoma('user', 'grant', '--email', email, '--store', store.storeId, '--role', 'reader');
  await page.goto(`${baseUrl}/panel/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL(store.url('').replace(/\/$/, ''));
  await page.goto(store.url(`automations/${automationId}`));
  const panel = await openStep(page, /SMS/);
  await panel.getByRole('combobox', { name: 'Exemplo' }).click();
  await expect(page.getByRole('option')).toHaveText(['Dados completos', 'Dados faltando', 'Dados compridos']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Testar', exact: true }).click();
  const test = page.getByRole('dialog', { name: 'Teste simulado' });
  await expect(test.getByRole('tab', { name: 'Situação' })).toBeVisible();
  await expect(test.getByText('Com um pedido de verdade')).toHaveCount(0);
});
