import { Worker } from 'node:worker_threads';
import { compileTemplate, fillSlots, findMjmlIssue, withSlots } from '@retoma/flow';
import { afterAll, describe, expect, test } from 'vitest';
import { MailThread } from './mail-thread.ts';

const thread = new MailThread();
afterAll(() => thread.close());

const column = (content: string): string =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
const compile = (text: string) => thread.compile('store', text);

describe('compiling MJML', () => {
  test.each([
    column('<mj-text>a<br>b <img src="x"> <b>c</b> a &lt; b</mj-text><mj-divider /><mj-image src="a" />'),
    column('<mj-social><mj-social-element name="x" href="a>b">X</mj-social-element></mj-social>'),
    column('<!-- <mj-include path="x"/> --><mj-table><tr><td>1</td></tr></mj-table>'),
    column('<mj-text><mj-raw><b>1</b></mj-raw></mj-text><mj-raw><tr><td>1</td></tr></mj-raw>'),
    '<mjml><mj-head><mj-attributes><mj-text color="red"/><mj-class name="a"/></mj-attributes></mj-head><mj-body><mj-wrapper><mj-section></mj-section></mj-wrapper></mj-body></mjml>',
  ])('accepts %s', async (text) => {
    const compiled = await compile(text);
    expect(compiled).toMatchObject({ ok: true });
    expect(compiled).not.toMatchObject({ html: expect.stringContaining('mj-raw') });
  });

  test.each([
    ['MJML_INVALID', column('<mj-texto>x</mj-texto>')],
    ['MJML_INVALID', column('<mj-image src="x">')],
    ['MJML_INCLUDE', '<mjml><mj-body><mj-include path="/etc/passwd"/></mj-body></mjml>'],
    ['MJML_TOO_LONG', column('x'.repeat(200_001))],
  ])('%s: %.80s', async (reason, text) => {
    expect(await compile(text)).toEqual({ ok: false, reason });
  });

  test('[TAG2] slots keep their positions: in text, attributes, styles and fragments', async () => {
    const text = `<mjml><mj-head><mj-title>{{store.name}}</mj-title><mj-preview>{{order.total}}</mj-preview></mj-head><mj-body>
      <mj-section background-url="{{store.logo}}"><mj-column><mj-text>Oi {{customer.name}}</mj-text>
      <mj-image src="{{order.items.first.image}}" alt="{{order.items.first.name}}" />
      <mj-button href="{{order.url_pix_gerado}}">Pagar</mj-button>{{order.pix_qr_code}}</mj-column></mj-section></mj-body></mjml>`;
    const compiled = await compile(withSlots(compileTemplate(text, 'html')));
    if (!compiled.ok) throw new Error(compiled.reason);
    const values = ['LOJA', 'TOTAL', 'FUNDO', 'NOME', 'FOTO', 'LEGENDA', 'LINK', '<img id="qr">'];
    const filled = fillSlots(compiled.html, values);
    expect(filled).toContain('<title>LOJA</title>');
    expect(filled).toContain("background:url('FUNDO')");
    expect(filled).toContain('Oi NOME<');
    expect(filled).toMatch(/<img alt="LEGENDA"[^>]* src="FOTO"/);
    expect(filled).toMatch(/<a href="LINK"[^>]*>Pagar<\/a>/);
    expect(filled).toMatch(/<tr><td align="center"[^>]*><img id="qr"><\/td><\/tr>/);
    expect(filled).not.toMatch(/retomaSlot/);
    expect(filled).not.toContain('fonts.googleapis.com');
  });
});

describe('[TAG6] MJML as people write it', () => {
  /** The constructs of public templates, in a text of our own. */
  const written = `<mjml>
  <mj-head>
    <mj-title>Olá</mj-title>
    <mj-preview>Prévia &amp; mais</mj-preview>
    <mj-font name="Roboto" href="https://fonts.example/roboto.css" />
    <mj-breakpoint width="480px" />
    <mj-attributes>
      <!-- Para todos -->
      <mj-all color="#222222" />
      <mj-class name="grande"
        font-size="20px"></mj-class>
    </mj-attributes>
    <mj-style inline="inline">.a > b { color: red } @media (width <= 400px) { .b { margin: 0 } }</mj-style>
    <mj-raw><meta name="x-a" content="1"></mj-raw>
  </mj-head>
  <mj-body background-color="#ffffff">
    <!-- Cabeçalho -->
    <mj-wrapper>
      <mj-section full-width="full-width">
        <mj-group>
          <mj-column width="50%"> <mj-image src=https://loja.example/a.png alt='Uma "foto"' /> </mj-column>
          <mj-column>
            <mj-text mj-class="grande" data-unknown="1"><p>Um<br>Dois &nbsp;<hr><ul><li>a<li>b</ul></mj-text>
            <mj-button href="https://loja.example/?a=1&amp;b=2">Abrir<br/>agora</mj-button>
            <mj-table><tr><td>1<td>2<tr><td>3</mj-table>
            <mj-raw><!--[if mso]><tr><td><![endif]--></mj-raw><mj-raw><!--[if mso]></td></tr><![endif]--></mj-raw>
            <mj-social><mj-social-element name="facebook" href="https://loja.example/f">F</mj-social-element></mj-social>
            <mj-navbar><mj-navbar-link href="https://loja.example/n">N</mj-navbar-link></mj-navbar>
            <mj-divider /><mj-spacer height="10px" />
          </mj-column>
        </mj-group>
      </mj-section>
    </mj-wrapper>
  </mj-body>
</mjml>
`;
  const forms: Record<string, string> = {
    CRLF: written.replaceAll('\n', '\r\n'),
    CR: written.replaceAll('\n', '\r'),
    'a declaration and a doctype': `\ufeff<?xml version="1.0" encoding="UTF-8"?>\r\n<!DOCTYPE mjml>\n<!-- x -->${written}`,
    'capital letters': written.replace(/<\/?mj[a-z-]*/g, (tag) => tag.toUpperCase()),
    'spaces between elements': written.replace(/>\s+<mj/g, '> \t <mj'),
  };

  test.each(Object.keys(forms))('%s: the same e-mail', async (form) => {
    const [expected, compiled] = await Promise.all([compile(written), compile(forms[form]!)]);
    if (!expected.ok || !compiled.ok) throw new Error(form);
    const plain = (html: string): string => html.replace(/\s+/g, ' ');
    expect(plain(compiled.html)).toBe(plain(expected.html));
    for (const part of ['<p>Um<br>Dois &nbsp;<hr>', '<li>a<li>b', 'alt="Uma &#34;foto&#34;"', '<td>1<td>2<tr>'])
      expect(compiled.html).toContain(part);
    expect(compiled.html).not.toMatch(/Cabeçalho|Para todos|retomaContent|mj-raw/);
  });

  test('what nothing is wrong with is compiled', async () => {
    const pieces = [
      '<mj-text>a',
      '</mj-text>',
      '<mj-image src=a>',
      '<mj-image />',
      '<mj-social>',
      '</mj-social>',
      '<br>',
      ' ',
      'x',
    ];
    const more = [
      '<mj-social-element name=x>',
      '</mj-social-element>',
      '<mj-hero>',
      '</mj-hero>',
      '<mj-raw></p></mj-raw>',
      '<!-- -->',
    ];
    const all = [...pieces, ...more];
    // Every third pair of pieces, so that the test stays short.
    const texts = all.flatMap((one, at) =>
      all.filter((_, index) => (index + at) % 3 === 0).map((two) => column(one + two)),
    );
    const clean = texts.filter((text) => findMjmlIssue(text) === null);
    expect(clean.length).toBeGreaterThan(5);
    for (const text of clean) expect(await compile(text)).toMatchObject({ ok: true });
  });
});

describe('[TAG5] what is too large ends with a code, and the next e-mail is made', () => {
  const attributes = Array.from({ length: 300 }, (_, index) => `css-class="${'x'.repeat(200)}${index}"`);
  test.each([
    ['pictures of a carousel', column(`<mj-carousel>${'<mj-carousel-image src="a"/>'.repeat(5_000)}</mj-carousel>`)],
    [
      'attributes for every element',
      `<mjml><mj-head><mj-attributes><mj-all padding="${'1px '.repeat(25_000)}"/></mj-attributes></mj-head><mj-body><mj-section><mj-column>${'<mj-text/>'.repeat(9_000)}</mj-column></mj-section></mj-body></mjml>`,
    ],
    [
      'classes',
      `<mjml><mj-head><mj-attributes><mj-class name="a" ${attributes[0]} padding="${'1px '.repeat(20_000)}"/></mj-attributes></mj-head><mj-body><mj-section><mj-column>${'<mj-text mj-class="a"/>'.repeat(4_000)}</mj-column></mj-section></mj-body></mjml>`,
    ],
    ['tags', column(`<mj-text>${'<br>'.repeat(20_000)}</mj-text>`)],
  ])('%s', async (_, text) => {
    expect(await compile(text)).toEqual({ ok: false, reason: 'EMAIL_TOO_LARGE' });
    expect(await compile(column('<mj-text>depois</mj-text>'))).toMatchObject({ ok: true });
  });
});

/** A thread that answers with each text, except two. */
const fragile = (): Worker =>
  new Worker(
    `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ text }) => {
      if (text.startsWith('throw')) throw new Error('memory access out of bounds');
      if (text === 'exit') process.exit(1);
      if (text !== 'hang') parentPort.postMessage({ ok: true, html: text });
    });`,
    { eval: true },
  );

const tooLarge = { ok: false, reason: 'EMAIL_TOO_LARGE' };

test('[TAG5] a thread that dies is replaced, fails only its current job, and gets the same text no more', async () => {
  const threads: Worker[] = [];
  const starting = new MailThread({ begin: () => threads[threads.push(fragile()) - 1]! });
  const results = await Promise.all(['1', 'throw', '2', 'exit', '3'].map((text) => starting.compile('store', text)));
  expect(results).toEqual([
    { ok: true, html: '1' },
    tooLarge,
    { ok: true, html: '2' },
    tooLarge,
    { ok: true, html: '3' },
  ]);
  expect(threads).toHaveLength(3);
  expect(await starting.compile('other store', 'throw')).toEqual(tooLarge);
  expect(threads).toHaveLength(3);
  await starting.close();
});

test('[TAG5] a slow job times out, and can be asked for again', async () => {
  const starting = new MailThread({ begin: fragile, timeoutMs: 3_000, startMs: 3_000 });
  const results = await Promise.all(['hang', 'after'].map((text) => starting.compile('store', text)));
  expect(results).toEqual([
    { ok: false, reason: 'EMAIL_TIMEOUT' },
    { ok: true, html: 'after' },
  ]);
  await starting.close();
});
