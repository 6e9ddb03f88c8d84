import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { composeMessage, type Flow, type SendStep } from '@retoma/flow';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { Delivery, TrackingUrls } from '../provider.ts';
import { buildMime, type DkimKey } from './build-mime.ts';
import { findLinks, withLinks } from './add-tracking.ts';
import { composeMail } from './compose-mail.ts';
import { draftMail } from './draft-mail.ts';
import type { Mail } from './mail.ts';
import { openCompiler } from './thread/compile-mjml.ts';
import { verifyDkim } from './testing/verify-dkim.ts';

const compile = openCompiler();
/** Drafts in this thread. */
const thread: Parameters<typeof composeMail>[1] = {
  draft: (_store, message) => Promise.resolve(draftMail(message, compile)),
};

const marks: TrackingUrls = {
  open: 'https://app.example/o/OPEN.gif',
  unsubscribe: 'https://app.example/u/TOKEN',
  click: (target) => `https://app.example/c/${Buffer.from(target).toString('base64url')}`,
};
const markHtml = (html: string, urls: TrackingUrls | undefined): string =>
  withLinks(findLinks(html, urls), urls?.click ?? String);
const targetOf = (address: string): string => Buffer.from(address.split('/c/')[1]!, 'base64url').toString();

const content = {
  remetente_nome: 'Loja Açaí & Cia',
  remetente_email: 'contato@loja.example',
  subject: 'Seu PIX está esperando — R$ 189,90 💚',
  html: '<p>Oi, Ana! <a href="https://loja.example/pagar?a=1&amp;b=2">Pagar</a></p>',
};
const deliveryOf = (rest: Partial<Delivery> = {}): Delivery => ({
  key: '0198c0de-0000-7000-8000-000000000001:steps[0]#1',
  storeId: '0198c0de-0000-7000-8000-000000000002',
  channel: 'email',
  to: 'ana@cliente.example',
  content,
  settings: {},
  marks,
  ...rest,
});

async function mailOf(delivery: Delivery): Promise<Mail> {
  const composed = await composeMail(delivery, thread);
  if (!composed.ok) throw new Error(composed.reason);
  return composed.mail;
}
const date = new Date('2026-03-12T17:05:00Z');
const bytesOf = async (delivery: Delivery, dkim?: DkimKey): Promise<Buffer> =>
  buildMime(await mailOf(delivery), date, dkim);
const received = async (delivery: Delivery): Promise<Email> => PostalMime.parse(await bytesOf(delivery));
const header = (email: Email, name: string): string[] =>
  email.headers.filter(({ key }) => key === name).map(({ value }) => value);

describe('a composed e-mail', () => {
  test('has HTML and the same content in plain text, the plain text first', async () => {
    const raw = (await bytesOf(deliveryOf())).toString('latin1');
    const email = await PostalMime.parse(raw);
    expect(header(email, 'content-type')).toEqual([expect.stringContaining('multipart/alternative')]);
    expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'));
    expect(email.text?.trim()).toBe('Oi, Ana! Pagar [https://loja.example/pagar?a=1&b=2]');
    expect(email.html).toContain('<p>Oi, Ana! <a href="https://app.example/c/');
    expect(email.attachments).toEqual([]);
  });

  test('has sender, recipient and subject with letters of any script', async () => {
    const raw = (await bytesOf(deliveryOf())).toString('latin1');
    // eslint-disable-next-line no-control-regex
    expect(raw.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n\t]*$/);
    expect(raw).not.toMatch(/[^\r]\n/);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    const email = await PostalMime.parse(raw);
    expect(email.from).toEqual({ name: content.remetente_nome, address: content.remetente_email });
    expect(email.to).toEqual([{ name: '', address: 'ana@cliente.example' }]);
    expect(email.subject).toBe(content.subject);
    expect(email.date).toBe('2026-03-12T17:05:00.000Z');
  });

  test('[RUN13] has a Message-ID that depends only on the ledger key and does not reveal it', async () => {
    const [one, again, other] = await Promise.all(
      [deliveryOf(), deliveryOf(), deliveryOf({ key: 'other' })].map(
        async (delivery) => (await mailOf(delivery)).messageId,
      ),
    );
    expect(one).toMatch(/^<[0-9a-f]{40}@loja\.example>$/);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    const email = await received(deliveryOf());
    expect(email.messageId).toBe(one);
  });

  test('[COM8] has both one-click headers of RFC 8058, with the address on one line at any length', async () => {
    const unsubscribe = `https://app.example/u/${'x'.repeat(300)}`;
    const raw = `\r\n${(await bytesOf(deliveryOf({ marks: { ...marks, unsubscribe } }))).toString('latin1')}`;
    expect(raw).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
    expect(raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  test('[COM8] has no one-click headers over HTTP or without tracking', async () => {
    const open = await received(deliveryOf({ marks: { ...marks, unsubscribe: 'http://127.0.0.1:3000/u/T' } }));
    expect(header(open, 'list-unsubscribe')).toEqual(['<http://127.0.0.1:3000/u/T>']);
    expect(header(open, 'list-unsubscribe-post')).toEqual([]);
    const { marks: _, ...unmarked } = deliveryOf();
    const minimal = await received(unmarked);
    expect(header(minimal, 'list-unsubscribe')).toEqual([]);
    expect(minimal.html).toContain('href="https://loja.example/pagar?a=1&amp;b=2"');
    expect(minimal.html).not.toContain('<img');
  });

  test('has embedded pictures of the HTML as parts', async () => {
    const html = '<p>x</p><img alt="Logo" src="data:image/png;base64,iVBORw0KGgo=">';
    const email = await received(deliveryOf({ content: { ...content, html } }));
    expect(email.attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline', related: true }]);
    expect(email.html).toContain(`src="cid:${email.attachments[0]!.contentId!.slice(1, -1)}"`);
    expect(email.text).toContain('Logo');
  });

  test('keeps lines of text without HTML', async () => {
    const { html: _, ...rest } = content;
    const email = await received(deliveryOf({ content: { ...rest, body: 'Oi, Ana!\nTudo bem &amp; bom' } }));
    expect(email.text?.trim().split('\n')).toEqual(['Oi, Ana!', 'Tudo bem & bom']);
    expect(email.html).toContain('Oi, Ana!<br>\nTudo bem');
  });

  test.each([
    ['EMPTY_MESSAGE', { html: ' ', body: '' }],
    ['EMAIL_TOO_LARGE', { html: 'x'.repeat(2_000_001) }],
    ['INVALID_SENDER', { remetente_email: 'a@b.example\r\nBcc: c@d.example' }],
    ['MJML_INVALID', { html: '<mjml><mj-body><mj-text>x</mj-text></mj-body></mjml>' }],
  ])('%s', async (reason, members) => {
    const delivery = deliveryOf({ content: { ...content, ...members } });
    expect(await composeMail(delivery, thread)).toEqual({ ok: false, reason });
  });

  test.each([
    'joão@loja.example',
    'ana@b.example.',
    'ana\u200b@b.example',
    'ana@b\u200b.example',
    'ana@cliente.example, bob@b.example',
    'ana@cliente.example>',
    'ana',
    'a\r\n@b.example',
    'a b@c.example',
  ])('INVALID_RECIPIENT: %j', async (to) => {
    const composed = await composeMail(deliveryOf({ to }), thread);
    expect(composed).toEqual({ ok: false, reason: 'INVALID_RECIPIENT' });
  });

  test('[RUN11] a domain in letters of other languages is sent in ASCII', async () => {
    const composed = await composeMail(deliveryOf({ to: 'ana@açaí.example' }), thread);
    expect(composed).toMatchObject({ ok: true, mail: { to: 'ana@xn--aa-4iaz.example' } });
  });
});

describe('tracking', () => {
  test('links lead through ours, the same one for the same target, with & escaped', () => {
    const html = markHtml(
      `<a class=x HREF='https://a.example/?x=1&amp;y="2"'>1</a><a href=https://a.example/b>2</a><a href="https://a.example/b">3</a>`,
      { ...marks, click: (target) => `${marks.click(target)}?a&b` },
    );
    const found = [...html.matchAll(/href="([^"]*)"/gi)].map(([, address]) => address!);
    expect(found).toHaveLength(3);
    expect(found.every((address) => address.endsWith('?a&amp;b'))).toBe(true);
    expect(found.map((address) => targetOf(address.slice(0, -'?a&amp;b'.length)))).toEqual([
      'https://a.example/?x=1&y="2"',
      'https://a.example/b',
      'https://a.example/b',
    ]);
  });

  test.each([
    'mailto:oi@loja.example',
    'tel:+5511999999999',
    'https://app.example/u/OTHER?x=1',
    '#pagamento',
    '/relativo',
    'cid:x',
    '{{ order.id }}',
    `https://a.example/${'x'.repeat(1500)}`,
  ])('%.40s is unchanged', (target) => {
    expect(markHtml(`<a href="${target}">x</a>`, marks)).toContain(`<a href="${target}">x</a>`);
  });

  test.each(['javascript:alert(1)', ' JaVa&#115;cript:alert(1)', 'java\tscript:x', 'data:text/html,x', 'vbscript:x'])(
    '%s leads to no address',
    (target) => {
      expect(markHtml(`<a href="${target}">x</a>`, undefined)).toBe('<a href="#">x</a>');
    },
  );

  test('style sheets and comments are unchanged', () => {
    const html =
      '<link href="https://a.example/x.css"><base href="https://a.example/"><p>a < b href="https://c.example"</p>';
    expect(markHtml(html, marks)).toBe(`${html}${markHtml('', marks)}`);
  });

  test('Outlook buttons are tracked links too', () => {
    expect(markHtml('<!--[if mso]><v:roundrect href="https://a.example/"></v:roundrect><![endif]-->', marks)).toContain(
      '<v:roundrect href="https://app.example/c/',
    );
  });

  test('the open pixel is at the end of the body', () => {
    expect(markHtml('<html><body><p>x</p></BODY></html>', marks)).toMatch(
      /<p>x<\/p><img src="https:\/\/app\.example\/o\/OPEN\.gif" width="1" height="1" alt="" [^>]*><\/BODY><\/html>$/,
    );
  });
});

describe('addresses without a value', () => {
  const mjml = (content: string): string =>
    `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
  const htmlFor = async (text: string, logo: string): Promise<string> => {
    const html = text.replaceAll('LOGO', logo);
    const { marks: _marks, ...delivery } = deliveryOf({ content: { ...content, html } });
    return (await mailOf(delivery)).html;
  };

  test.each([
    ['MJML', mjml('<mj-image src="LOGO" alt="Loja Açaí &amp; Cia" width="120px" />')],
    ['HTML', '<table><tr><td style="width:120px"><img src="LOGO" alt="Loja Açaí &amp; Cia"></td></tr></table>'],
  ])('[TAG1] in %s an image without an address shows its alternative text, as wide as it needs', async (_, text) => {
    const named = await htmlFor(text, '');
    expect(named).not.toContain('<img');
    expect(named).toMatch(/<td style="">\s*<span style="[^"]*font-size:18px[^"]*">Loja Açaí &amp; Cia<\/span>/);
    const html = await htmlFor(text, 'https://loja.example/logo.png');
    expect(html).toMatch(/<img [^>]*src="https:\/\/loja\.example\/logo\.png"/);
    expect(html).not.toContain('<span');
  });

  test('[TAG1] an image without alternative text is removed, and one with another source stays', async () => {
    expect(await htmlFor('<p>a<img src=" " alt="">b<img alt="c">d</p>', '')).toContain('<p>ab<img alt="c">d</p>');
  });

  test('[TAG1] a button without an address is removed, one with an address stays', async () => {
    const text = mjml('<mj-button href="LOGO">Acompanhar</mj-button><mj-text><a href="">x</a></mj-text>');
    const none = await htmlFor(text, '');
    expect(none).not.toContain('Acompanhar');
    expect(none).toContain('<a href="">x</a>');
    expect(await htmlFor(text, 'https://rastreio.example/1')).toMatch(
      /<a href="https:\/\/rastreio\.example\/1"[^>]*>Acompanhar<\/a>/,
    );
  });
});

describe('hostile values', () => {
  const step: SendStep = {
    type: 'action',
    name: 'send_email',
    data: {
      remetente_nome: '{{customer.name}}',
      remetente_email: 'contato@loja.example',
      subject: 'Oi {{customer.name}} {{order.items}}',
      html: `<mjml><mj-body><mj-section><mj-column><mj-text>Oi {{customer.name}} {{order.items}}</mj-text>
        <mj-image src="{{order.items.first.image}}" alt="{{customer.name}}" /><mj-button href="{{order.url_pix_gerado}}">{{customer.name}}</mj-button>
        {{order.pix_qr_code}}{{order.items_html}}</mj-column></mj-section></mj-body></mjml>`,
    },
  };
  const plain: SendStep = {
    ...step,
    data: {
      ...step.data,
      html: '<p title="{{customer.name}}">Oi {{customer.name}} <a href="{{order.url_pix_gerado}}">x</a>{{order.items_html}}{{order.pix_qr_code}}</p>',
    },
  };

  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '"><script>alert(1)</script>',
      `'" onmouseover="alert(1)`,
      '</mj-text></mj-column></mj-section><mj-raw><script>alert(1)</script></mj-raw>',
      '<mj-include path="/etc/passwd" />',
      'a\r\nBcc: vitima@b.example\r\n\r\n<script>alert(1)</script>',
      '=?utf-8?B?DQpCY2M6IGFAYi5leGFtcGxl?=',
      '{{customer.email}}{{order.total}}',
      'retomaSlot0zretomaSlot3z',
      '\u202egnp.exe\u2066',
      '<![endif]--><script>alert(1)</script>',
      'javascript:alert(1)',
      '\u0000\ud800',
      '<b>'.repeat(2_000),
      'x'.repeat(100_000),
    ),
  );

  async function arrived(step: SendStep, value: string): Promise<{ raw: string; email: Email }> {
    const composed = composeMessage(
      step,
      {
        customer: { name: value, email: 'ana@cliente.example' },
        order: {
          total: 18_990,
          url_pix_gerado: `https://loja.example/?x=${value}`,
          pix_code: value,
          items: [{ name: value, quantity: 2, image: value }],
        },
      },
      { baseUrl: 'https://app.example' },
    );
    if (!composed.ok) throw new Error(composed.reason);
    const { content, mjml } = composed;
    const raw = (await bytesOf(deliveryOf({ content, ...(mjml && { mjml }) }))).toString('latin1');
    return { raw, email: await PostalMime.parse(raw) };
  }

  /** Every element of an e-mail with the names of its attributes, which no value may change. */
  const shapeOf = (html: string): string[] =>
    [...html.matchAll(/<(\/?[a-z!][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi)].map(
      ([, name, rest]) => `${name}${rest!.replace(/"[^"]*"|'[^']*'/g, '""')}`,
    );

  test.each([
    ['MJML', step],
    ['HTML', plain],
  ])('[TAG2] in %s nothing is injected, nothing is expanded, and no header is added', async (_, one) => {
    const calm = await arrived(one, 'https://loja.example/foto.png');
    // An invalid address gives no image.
    const withoutImages = await arrived(one, 'javascript:0');
    // A name that is an address is removed (COM20); this one stays, and gives no image.
    const named = await arrived(one, '\u0001');
    const shapes = new Set([calm, withoutImages, named].flatMap(({ email }) => shapeOf(email.html!)));
    const names = (email: Email): string[] => email.headers.map(({ key }) => key);
    await fc.assert(
      fc.asyncProperty(nasty, async (value) => {
        const { raw, email } = await arrived(one, value);
        expect(names(email)).toEqual(names(calm.email));
        expect(email.to).toEqual(calm.email.to);
        expect(email.from?.address).toBe('contato@loja.example');
        expect(raw.split('\r\n\r\n')[0]).not.toMatch(/[^\r]\n/);
        expect(shapeOf(email.html!).filter((part) => !shapes.has(part))).toEqual([]);
        expect(email.html!.replaceAll('{{customer.email}}{{order.total}}', '')).not.toMatch(/ana@cliente|189,90/);
        expect(`${email.subject}${email.from?.name}`).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: 150 },
    );
  });
});

describe('DKIM', () => {
  test('signs both List headers with a valid signature', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const raw = await bytesOf(deliveryOf(), { domain: 'loja.example', selector: 's1', privateKey: pem });
    expect(verifyDkim(raw.toString('latin1'), publicKey)).toEqual({
      body: true,
      signature: true,
      domain: 'loja.example',
      selector: 's1',
      signed: expect.arrayContaining(['from', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']),
    });
    const forged = raw.toString('latin1').replace('/u/TOKEN', '/u/OTHER');
    expect(verifyDkim(forged, publicKey)).toMatchObject({ body: true, signature: false });
  });
});

test('[TAG1] a cart of 100 items stays below what Gmail shows of an e-mail, with the links that are tracked, and so does its last line', async () => {
  const file = new URL('../../../../../flow/templates/cart-by-email/flow.json', import.meta.url);
  const flow = JSON.parse(readFileSync(file, 'utf8')) as Flow;
  const step = flow.steps.find(({ type }) => type === 'action') as SendStep;
  const image = `https://cdn.loja.example/produtos/${'0123456789'.repeat(8)}.jpg?v=1&width=640`;
  const items = Array.from({ length: 100 }, (_, at) => ({
    name: `Camiseta de algodão nº ${at}`,
    quantity: 2,
    price: 4990,
    image,
  }));
  const composed = composeMessage(
    step,
    {
      lead: { email: 'ana@cliente.example' },
      cart: { items, total: 998_000, url_checkout: `https://loja.example/pay/${'x'.repeat(200)}` },
      store: { name: 'Loja', unsubscribe_url: marks.unsubscribe },
    },
    { baseUrl: 'https://app.example' },
  );
  if (!composed.ok) throw new Error(composed.reason);
  const { content, mjml } = composed;
  const click = (target: string): string => `${marks.click(target)}${'t'.repeat(1_500)}`;
  const { html } = await mailOf(deliveryOf({ content, marks: { ...marks, click }, ...(mjml && { mjml }) }));
  expect(Buffer.byteLength(html)).toBeLessThan(102_400);
  expect(html.indexOf(marks.unsubscribe)).toBeGreaterThan(html.indexOf('e mais'));
});
