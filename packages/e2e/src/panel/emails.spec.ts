import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { demo, retoma } from '../service.ts';
import { ask, openStep, savedDraft } from './editor-page.ts';
import { unreadableParts } from './email-reading.ts';
import { openPanel, panelUrl } from './panel-page.ts';

const { baseUrl, demo: store } = demo();

type Email = { name: string; trigger: string; html: string };
type Step = { name?: string; data?: { html?: string; body?: string } };

/** Every e-mail of the flows in a folder of the flow package. */
function emailsIn(folder: string): Email[] {
  const root = path.resolve(import.meta.dirname, `../../../flow/${folder}`);
  return readdirSync(root).flatMap((name) => {
    const text = readFileSync(path.join(root, name, 'flow.json'), 'utf8');
    // Some samples are invalid on purpose.
    const emails: Email[] = [];
    let trigger = '';
    try {
      JSON.parse(text, (key, value: unknown) => {
        if (key === 'trigger_event') trigger = String(value);
        const { name: action, data } = (value ?? {}) as Step;
        const html = data?.html?.trim() || data?.body?.trim();
        if (action === 'send_email' && html) emails.push({ name: `${name} ${emails.length + 1}`, trigger, html });
        return value;
      });
    } catch {
      return [];
    }
    return emails.map((email) => ({ ...email, trigger }));
  });
}

const templates = emailsIn('templates');
// What cannot be made is a sample too.
const samples = emailsIn('samples').filter(({ name }) => !name.startsWith('invalid-content'));

const labels: Record<string, string> = {
  'pix.generated': 'Pagar com PIX',
  'payment.confirmed': 'Ver pedido',
  'payment.failed': 'Tentar de novo',
  'boleto.generated': 'Ver boleto',
  'cart.abandoned': 'Voltar ao carrinho',
  tracking_code_updated: 'Acompanhar entrega',
};

/** The HTML that is sent for a text, with example values. */
async function htmlOf(page: Page, text: string, example: 'complete' | 'long'): Promise<string> {
  type Answer = { preview: { html: string } | null; issue: unknown };
  let answer: Answer | undefined;
  // A member may ask for two previews a second; a refusal is not an answer.
  await expect(async () => {
    answer = await ask<Answer>(page, 'POST', '/email-preview', { text, example });
    expect(answer).toHaveProperty('issue');
  }).toPass();
  expect(answer!.issue).toBeNull();
  return answer!.preview!.html;
}

/** Opens the HTML at both widths, and expects everything in it to be readable. */
async function expectReadable(reader: Page, name: string, html: string): Promise<void> {
  for (const width of [360, 600]) {
    await reader.setViewportSize({ width, height: 900 });
    await reader.setContent(html, { waitUntil: 'load' });
    const folder = process.env['EMAIL_PICTURES'];
    if (folder)
      await reader.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}-${width}.png`, fullPage: true });
    expect([name, width, await reader.evaluate(unreadableParts)]).toEqual([name, width, []]);
  }
}

test('[TAG1] the items, prices and images of every e-mail are readable on a phone and on a desktop', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  expect(templates.length).toBeGreaterThan(10);
  expect(samples.length).toBeGreaterThan(5);
  await openPanel(page);
  const reader = await context.newPage();
  for (const { name, trigger, html: text } of [...templates, ...samples]) {
    for (const example of ['complete', 'long'] as const) {
      const html = await htmlOf(page, text, example);
      await expectReadable(reader, `${name} ${example}`, html);
      if (!text.includes('items_html')) continue;
      await expect(reader.getByText('1x Camiseta Azul')).toBeVisible();
      await expect(reader.getByText('R$ 80,00')).toBeVisible();
      const images = reader.locator(`img[src^="${baseUrl}/public/demo/"]`);
      expect([name, await images.count()]).toEqual([name, 2]);
    }
    const label = labels[trigger];
    if (text.includes('<mj-button') && label && templates.some(({ html }) => html === text)) {
      await expect(reader.getByRole('link', { name: label, exact: true })).toBeVisible();
    }
  }
});

test('[TAG1] a store without a logo shows its name, one with a logo shows the logo', async ({ page, context }) => {
  await openPanel(page);
  const reader = await context.newPage();
  const logo = `${baseUrl}/public/demo/ecobag.svg`;
  const [first] = templates;
  const open = async (): Promise<void> =>
    reader.setContent(await htmlOf(page, first!.html, 'complete'), { waitUntil: 'load' });
  await open();
  await expect(reader.getByText('Loja Aurora', { exact: true })).toBeVisible();
  await expect(reader.locator('img:not([src])')).toHaveCount(0);
  await expect(reader.locator('img[src=""]')).toHaveCount(0);
  retoma('store', 'set', store.storeId, '--logo-url', logo);
  try {
    await expect
      .poll(async () => {
        await open();
        return reader.locator(`img[src="${logo}"][alt="Loja Aurora"]`).count();
      })
      .toBe(1);
    await expect(reader.getByText('Loja Aurora', { exact: true })).toHaveCount(0);
    await expectReadable(reader, 'with a logo', await reader.content());
  } finally {
    retoma('store', 'set', store.storeId, '--logo-url', 'none');
  }
});

const blank = {
  remetente_nome: 'Loja Aurora',
  remetente_email: 'oi@aurora.example',
  subject: 'Oi, tudo bem?',
  html: '',
};

/** Creates an automation with one e-mail without text; returns its id. */
async function draftWithoutText(page: Page, trigger: string): Promise<string> {
  const name = `Primeiro e-mail ${trigger}`;
  const source = { kind: 'scratch', triggerEvent: trigger, name };
  const { automationId } = await ask<{ automationId: string }>(page, 'POST', '/automations', { source });
  type Read = { automation: { revision: number } };
  const { automation } = await ask<Read>(page, 'GET', `/automations/${automationId}`);
  const steps = [{ type: 'action', id: 'email', name: 'send_email', data: blank }];
  const text = JSON.stringify({ name, trigger_event: trigger, active: false, steps });
  await ask(page, 'PUT', `/automations/${automationId}/draft`, { text, revision: automation.revision });
  return automationId;
}

test('[DEF9] the initial e-mail is readable, and its button fits its trigger', async ({ page, context }) => {
  test.setTimeout(240_000);
  await openPanel(page);
  const reader = await context.newPage();
  for (const trigger of [...Object.keys(labels), 'lead.created']) {
    const id = await draftWithoutText(page, trigger);
    await page.goto(panelUrl(`automations/${id}`));
    const panel = await openStep(page, /E-mail/);
    await panel.getByRole('button', { name: 'Começar com um modelo' }).click();
    const draft = async (): Promise<string> =>
      ((await savedDraft(page, id)) as unknown as { steps: { data: { html: string } }[] }).steps[0]!.data.html;
    await expect.poll(draft).toContain('<mjml');
    const html = await htmlOf(page, await draft(), 'complete');
    await expectReadable(reader, `starter ${trigger}`, html);
    await expect(reader.getByRole('link', { name: labels[trigger] ?? 'Finalizar compra', exact: true })).toBeVisible();
    await expect(reader.getByText('Loja Aurora', { exact: true })).toBeVisible();
  }
});

test('[TAG1] a test message equals the e-mail that a shopper gets, with the table of items and the PIX code', async ({
  page,
  context,
}) => {
  await openPanel(page);
  const reader = await context.newPage();
  const { html } = templates.find(({ name }) => name.startsWith('pix-two-reminders'))!;
  const step = { type: 'action', id: 'email', name: 'send_email', data: { ...blank, html } };
  const to = `provas-${Date.now()}@cliente.example`;
  expect(await ask(page, 'POST', '/test-send', { step, to })).toMatchObject({ reason: null, isSandbox: true });
  type Inbox = { messages: { key: string }[] };
  const { messages } = await ask<Inbox>(page, 'GET', '/inbox', undefined, {
    'x-retoma-search': encodeURIComponent(to),
  });
  type Message = { message: { email: { html: string } } };
  const { message } = await ask<Message>(page, 'GET', `/inbox/message?key=${encodeURIComponent(messages[0]!.key)}`);
  await expectReadable(reader, 'test message', message.email.html);
  await expect(reader.getByText('2x Boné')).toBeVisible();
  await expect(reader.getByAltText('QR Code PIX')).toBeVisible();
});
