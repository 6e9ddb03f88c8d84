import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { shots, sizes } from '../pay-page.ts';
import { ask, openAnother, openEditor, openStep, savedDraft } from './editor-page.ts';
import { demo, retoma } from '../service.ts';
import { expectAccessible } from './panel-page.ts';

test.use({ viewport: { width: 1280, height: 900 } });

const sms = { type: 'action', id: 'sms', name: 'send_sms', data: { message: 'Oi' } };
const email = {
  type: 'action',
  id: 'email',
  name: 'send_email',
  data: { remetente_nome: 'Loja', remetente_email: 'contato@loja.example', subject: 'Seu PIX' },
};
const flow = (trigger: string, ...steps: object[]): object => ({
  name: 'Recuperar carrinho',
  trigger_event: trigger,
  steps,
});

const shot = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: path.join(shots, `composer-${name}.png`) });

type Message = { steps: { data: { message: string } }[] };

test('scenario 6: the picker finds metatags by label and explains unavailable ones; a chip is deleted as one character', async ({
  page,
}) => {
  const id = await openEditor(page, flow('cart.abandoned', sms));
  const panel = await openStep(page, /SMS/);
  const text = panel.getByRole('textbox', { name: 'Texto do SMS' });
  await text.fill('Oi ');
  await text.pressSequentially('{{codigo pix');
  const list = page.getByRole('listbox', { name: 'Dados que você pode inserir' });
  const pix = list.getByRole('option', { name: /Código PIX/ });
  await expect(pix).toHaveAttribute('aria-disabled', 'true');
  await expect(pix).toContainText('Não existe em Carrinho abandonado');
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
  for (const _ of 'codigo pix') await page.keyboard.press('Backspace');
  await text.pressSequentially('total');
  await expect(list.getByRole('option').first()).toContainText('Total do carrinho');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(text).toHaveText('Oi Total do carrinho');
  await expect(panel.getByRole('group', { name: 'Como aparece no celular' })).toContainText('Oi R$ 189,90');
  await expect.poll(async () => message(await savedDraft(page, id))).toBe('Oi {{cart.total}}');
  await page.keyboard.press('Backspace');
  await expect(text).toHaveText('Oi');
  await expect.poll(async () => message(await savedDraft(page, id))).toBe('Oi ');
});

const message = (draft: unknown): string => (draft as Message).steps[0]!.data.message;

test('scenario 7: one letter turns one SMS into three; without accents it is one, and undo restores the letter', async ({
  page,
}) => {
  await openEditor(page, flow('cart.abandoned', sms));
  // Resets the demo store's initial state, also after an attempt that ended half-way.
  const sandbox = { provider: 'sandbox', perMinute: null };
  expect(await ask(page, 'POST', '/channels/sms', sandbox)).toMatchObject({ success: true });
  await page.reload();
  const panel = await openStep(page, /SMS/);
  const text = panel.getByRole('textbox', { name: 'Texto do SMS' });
  const written = `Amanhã ${'x'.repeat(143)}`;
  await text.fill(written);
  // The demo store's connection removes accents, so the editor does not ask for it.
  await expect(panel.getByText('150 de 160 · 1 SMS')).toBeVisible();
  await expect(panel.getByText('Sua conexão tira os acentos no envio')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Tirar acentos/ })).toHaveCount(0);

  const settings = { from: 'loja', removeAccents: false };
  const credentials = { token: 'x'.repeat(32) };
  const connected = { provider: 'zenvia', settings, credentials, perMinute: null, saveAnyway: true };
  expect(await ask(page, 'POST', '/channels/sms', connected)).toMatchObject({ success: true });
  await page.reload();
  await openStep(page, /SMS/);
  await text.fill(written);
  await expect(panel.getByText('150 de 160 · 3 SMS')).toBeVisible();
  await expect(panel.getByText('O ‘ã’ faz este texto virar 3 SMS.')).toBeVisible();
  await panel.getByRole('button', { name: 'Tirar acentos → 1 SMS' }).click();
  await expect(panel.getByText('150 de 160 · 1 SMS')).toBeVisible();
  await expect(text).toHaveText(written.replace('ã', 'a'));
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
  await expect(text).toHaveText(written);
  await text.fill('x'.repeat(178));
  await expect(panel.getByText('18 a mais. O limite é 160')).toBeVisible();
  await text.fill(`${'x'.repeat(140)} {{customer.name}}`);
  await expect(panel.getByText(/Pior caso: 181. Acima de 160 ele não é enviado/)).toBeVisible();
  expect(await ask(page, 'POST', '/channels/sms', sandbox)).toMatchObject({ success: true });
});

test('[EDT14] a new e-mail is from the default sender, in one line; without a sender its fields are open', async ({
  page,
}) => {
  const panel = page.getByRole('complementary', { name: 'Editar passo' });
  const addEmail = async (): Promise<void> => {
    await openEditor(page, flow('pix.generated'));
    const defaults = page.waitForResponse(/automations\/defaults$/);
    await page.getByRole('button', { name: 'Adicionar primeiro passo' }).click();
    await (await defaults).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await page.getByRole('option', { name: 'E-mail', exact: true }).click();
  };
  // The demo store has no address of its own.
  await addEmail();
  await expect(panel.getByLabel('Nome do remetente')).toHaveValue('Loja Aurora');
  await expect(panel.getByLabel('E-mail do remetente')).toHaveValue('');

  retoma('store', 'set', demo().demo.storeId, '--email', 'oi@lojaaurora.example');
  try {
    await addEmail();
    await expectSender(page, panel);
  } finally {
    retoma('store', 'set', demo().demo.storeId, '--email', 'none');
  }
});

/** A new e-mail of a store with an address, and one whose sender was emptied. */
async function expectSender(page: Page, panel: Locator): Promise<void> {
  await expect(panel.getByText('Loja Aurora <oi@lojaaurora.example>')).toBeVisible();
  await expect(panel.getByLabel('E-mail do remetente')).toHaveCount(0);
  await shot(page, 'sender');
  await panel.getByRole('button', { name: 'Mudar o remetente' }).click();
  await panel.getByLabel('Nome do remetente').fill('Bia da Aurora');
  await panel.getByRole('button', { name: 'Usar Loja Aurora <oi@lojaaurora.example>' }).click();
  await expect(panel.getByText('Loja Aurora <oi@lojaaurora.example>')).toBeVisible();

  const unsent = { ...email, data: { ...email.data, remetente_nome: '', remetente_email: '' } };
  await openAnother(page, flow('pix.generated', unsent));
  await openStep(page, /E-mail/);
  await panel.getByRole('button', { name: 'Usar Loja Aurora <oi@lojaaurora.example>' }).click();
  await expect(panel.getByText('Loja Aurora <oi@lojaaurora.example>')).toBeVisible();
  await expect(panel.getByLabel('Nome do remetente')).toHaveCount(0);
}

test('[EDT15] a message is shown as its customer gets it, a template only where one is chosen, and times in 24 hours', async ({
  page,
}) => {
  const message = { type: 'action', id: 'wa', name: 'send_whatsapp', data: { type: 'text', message: 'Oi' } };
  await openEditor(page, flow('pix.generated', message));
  const panel = await openStep(page, /WhatsApp/);
  const preview = panel.getByRole('group', { name: 'Como aparece no WhatsApp' });
  await expect(preview).toContainText('Loja Aurora');
  const [wall, bubble] = await Promise.all([preview.boundingBox(), preview.locator('.preview-bubble').boundingBox()]);
  expect(bubble!.x - wall!.x).toBeLessThan(20);
  await expect(preview.locator('.preview-bubble')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(panel.getByText(/24 horas/)).toHaveCount(0);
  await panel.getByRole('button', { name: 'Usar um modelo aprovado (API oficial)' }).click();
  await expect(panel.getByText(/passadas 24 horas .* vai este modelo/)).toBeVisible();
  await expectAccessible(page);
  await openStep(page, /PIX gerado/);
  await panel.getByLabel('Não enviar em um horário').check();
  await panel.getByLabel('A partir de').fill('21h30');
  await panel.getByLabel('A partir de').blur();
  await expect(panel.getByLabel('A partir de')).toHaveValue('21:30');
});

const mjml = (element: string): string =>
  [
    '<mjml>',
    '  <mj-body>',
    '    <mj-section>',
    `      <${element}>`,
    '        <mj-text>Oi, {{customer.first_name}}</mj-text>',
    `      </${element}>`,
    '      <mj-column><mj-text>Segunda coluna</mj-text></mj-column>',
    '    </mj-section>',
    '  </mj-body>',
    '</mjml>',
  ].join('\n');

test('scenario 8: an e-mail’s error is shown at its line, the last valid preview stays, and the PIX QR code is in mj-raw', async ({
  page,
}) => {
  const id = await openEditor(
    page,
    flow('pix.generated', { ...email, data: { ...email.data, html: mjml('mj-column') } }),
  );
  const panel = await openStep(page, /E-mail/);
  await panel.getByRole('button', { name: 'Editar e-mail' }).click();
  const studio = page.getByRole('dialog', { name: 'Conteúdo do e-mail' });
  await studio.getByText('Código', { exact: true }).click();
  const code = studio.getByRole('textbox', { name: 'Código do e-mail' });
  const frame = studio.frameLocator('iframe');
  await expect(frame.getByText('Oi, Maria')).toBeVisible();
  await code.fill(mjml('mj-colum'));
  await expect(studio.getByRole('alert')).toContainText('Linha 4: mj-colum não existe. Trocar por mj-column?');
  await expect(frame.getByText('Oi, Maria')).toBeVisible();
  await expect(studio.getByText('A prévia abaixo é da última versão sem erro.')).toBeVisible();
  await studio.getByRole('button', { name: 'Trocar', exact: true }).click();
  await expect(studio.getByRole('alert')).toBeHidden();
  const columns = async (): Promise<boolean> => {
    const [first, second] = await Promise.all([
      frame.getByText('Oi, Maria').boundingBox(),
      frame.getByText('Segunda coluna').boundingBox(),
    ]);
    return Math.abs(first!.y - second!.y) < 4;
  };
  await expect.poll(columns).toBe(false);
  await studio.getByText('Computador', { exact: true }).click();
  await expect.poll(columns).toBe(true);
  await studio.getByRole('button', { name: 'Inserir bloco' }).click();
  await page.getByRole('menuitem', { name: 'QR Code do PIX' }).click();
  await expect(frame.getByAltText('QR Code PIX')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'email');
  await studio.getByRole('button', { name: 'Pronto' }).click();
  type Draft = { steps: { data: { html: string } }[] };
  await expect
    .poll(async () => ((await savedDraft(page, id)) as unknown as Draft).steps[0]!.data.html)
    .toContain('<mj-raw>{{order.pix_qr_code}}</mj-raw>');
});

const choice = {
  type: 'condition',
  id: 'check',
  branches: [
    {
      id: 'check-1',
      label: 'Pago',
      conditions: [{ field: 'payment_status', operator: '=', value: 'paid' }],
      steps: [{ type: 'end', id: 'end' }],
    },
  ],
};
const whatsapp = {
  type: 'action',
  id: 'wa',
  name: 'send_whatsapp',
  data: { type: 'text', message: 'Oi, *{{customer.first_name}}*' },
};

test('[DEF5] a condition is built with labels, its stored values are the chosen ones, and its name follows them', async ({
  page,
}) => {
  const id = await openEditor(page, flow('pix.generated', choice));
  const panel = await openStep(page, /pagamento/i);
  await panel.getByRole('button', { name: 'Adicionar regra' }).click();
  const rule = panel.getByRole('group', { name: 'Regra 2' });
  await rule.getByRole('combobox', { name: 'Dado' }).click();
  await page.getByRole('option', { name: 'Valor da compra', exact: true }).click();
  await rule.getByRole('textbox', { name: 'Valor' }).fill('200');
  await panel.getByText('uma delas').click();
  type Draft = { steps: { branches: { operator: string; conditions: object[] }[] }[] };
  await expect
    .poll(async () => ((await savedDraft(page, id)) as unknown as Draft).steps[0]!.branches[0])
    .toMatchObject({
      label: 'Pagamento é pago ou valor acima de R$\u00a0200,00',
      operator: 'OR',
      conditions: [
        { field: 'payment_status', operator: '=', value: 'paid' },
        { field: 'amount', operator: '>', value: 20_000 },
      ],
    });
  await expect(panel).not.toContainText(/payment_status|amount|paid/);
  await expectAccessible(page);
  await shot(page, 'condition');
});

test('a WhatsApp message gets buttons, in the dark theme and on a phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const id = await openEditor(page, flow('pix.generated', whatsapp));
  const panel = await openStep(page, /WhatsApp/);
  const bubble = panel.getByRole('group', { name: 'Como aparece no WhatsApp' });
  await expect(bubble.getByRole('strong')).toHaveText('Maria');
  await panel.getByRole('combobox', { name: 'Tipo de mensagem' }).click();
  await page.getByRole('option', { name: 'Botões de ação' }).click();
  await panel.getByRole('button', { name: 'Adicionar botão (0 de 3)' }).click();
  await expect(bubble).toContainText('Pagar agora');
  type Draft = { steps: { data: object }[] };
  await expect
    .poll(async () => ((await savedDraft(page, id)) as unknown as Draft).steps[0]!.data)
    .toEqual({
      type: 'button-actions',
      message: 'Oi, *{{customer.first_name}}*',
      buttonActions: [{ id: 'button-1', type: 'URL', label: 'Pagar agora', url: '{{checkout.url}}' }],
    });
  await expectAccessible(page);
  await shot(page, 'whatsapp-dark');
  await page.setViewportSize(sizes.phone);
  await bubble.scrollIntoViewIfNeeded();
  await shot(page, 'whatsapp-phone');
  await panel.getByRole('button', { name: 'Enviar teste para mim' }).click();
  await page.getByRole('textbox', { name: 'Seu celular com DDD' }).fill('(11) 98765-4321');
  await page.getByRole('button', { name: 'Enviar teste', exact: true }).click();
  await expect(page.getByText('Guardado na caixa de teste da loja')).toBeVisible();
});

test('[EDT12] a wait is typed in everyday language, and the flow stores the value that the field shows', async ({
  page,
}) => {
  const id = await openEditor(page, flow('pix.generated', { type: 'delay', id: 'wait', minutes: 30 }));
  const panel = await openStep(page, /Esperar 30 min/);
  const wait = panel.getByLabel('Quanto', { exact: true });
  const unit = panel.getByRole('combobox', { name: 'Unidade' });
  const storedData = async (): Promise<unknown> =>
    ((await savedDraft(page, id)) as { steps: { minutes: unknown }[] }).steps[0]!.minutes;
  await wait.click();
  await page.keyboard.type('12');
  await expect(wait).toHaveValue('12');
  await unit.click();
  await page.getByRole('option', { name: 'horas' }).click();
  await expect(wait).toHaveValue('12');
  await expect.poll(storedData).toBe(720);
  for (const [typed, value, minutes] of [
    ['1 dia', '1', 1_440],
    ['1h30', '90', 90],
    ['2h', '2', 120],
  ] as const) {
    await wait.fill(typed);
    await wait.blur();
    await expect(wait).toHaveValue(value);
    await expect.poll(storedData).toBe(minutes);
  }
  await wait.fill('1 dia, só em dia útil');
  await expect(panel.getByText(/conta dias corridos/)).toBeVisible();
  await expect.poll(storedData).toBe(1_440);
  // A text that is no wait leaves the one before it, and the header agrees with what is stored.
  for (const typed of ['0', 'daqui a pouco', '91 dias', 'amanhã cedo']) {
    await wait.fill(typed);
    await wait.blur();
    await expect(panel.getByText(/Por enquanto vale 1 dia\.|Não entendemos esta hora/)).toBeVisible();
    await expect(wait).toHaveValue(typed);
  }
  await expect(page.getByRole('treeitem', { name: /Esperar 1 dia/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Sem problemas|1 aviso/ })).toBeVisible();
  await expect.poll(storedData).toBe(1_440);
  await panel.getByRole('button', { name: '12 h' }).click();
  await expect(wait).toHaveValue('12');
  await expect(unit).toHaveValue('horas');
  await expect.poll(storedData).toBe(720);
  await expectAccessible(page);
  await shot(page, 'wait');
});

test('the picker lists the trigger’s own metatags first, and unavailable ones only on request', async ({ page }) => {
  const whatsapp = { type: 'action', id: 'wa', name: 'send_whatsapp', data: { type: 'text', message: 'Copie: ' } };
  const id = await openEditor(page, flow('pix.generated', whatsapp));
  const panel = await openStep(page, /WhatsApp/);
  const text = panel.getByRole('textbox', { name: 'Texto', exact: true });
  await text.press('Control+End');
  await text.pressSequentially('{{pix');
  await page.keyboard.press('Enter');
  await expect.poll(async () => message(await savedDraft(page, id))).toBe('Copie: {{order.pix_code}}');
  await text.pressSequentially(' {{valor');
  const list = page.getByRole('listbox', { name: 'Dados que você pode inserir' });
  await expect(list.getByRole('option').first()).toContainText('Total do pedido');
  for (const _ of 'valor') await page.keyboard.press('Backspace');
  await expect(list.getByRole('group', { name: 'Mais usados aqui' }).getByRole('option').first()).toContainText(
    'Código PIX',
  );
  const toggle = list.getByRole('option', { name: /não existem nesta mensagem/ });
  await expect(list.locator('[aria-disabled="true"]')).toHaveCount(0);
  await expectAccessible(page);
  await shot(page, 'picker');
  await toggle.click();
  await expect(list.locator('[aria-disabled="true"]').first()).toBeVisible();
  await toggle.click();
  await expect(list.locator('[aria-disabled="true"]')).toHaveCount(0);
});
