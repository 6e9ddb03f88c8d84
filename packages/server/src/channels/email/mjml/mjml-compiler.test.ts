import { Worker } from 'node:worker_threads';
import { compileTemplate, fillSlots, withSlots } from '@retoma/flow';
import { afterAll, describe, expect, test } from 'vitest';
import { checkMjml, findMjmlIssue } from './check-mjml.ts';
import { MjmlCompiler } from './mjml-compiler.ts';

const compiler = new MjmlCompiler();
afterAll(() => compiler.close());

const column = (content: string): string =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

async function htmlOf(text: string): Promise<string> {
  const result = await compiler.compile(text);
  if (!result.ok) throw new Error(result.reason);
  return result.html;
}

describe('checking MJML', () => {
  test.each([
    column('<mj-text>a<br>b <img src="x"> <b>c</b> a &lt; b</mj-text><mj-divider /><mj-image src="a" />'),
    column('<mj-social><mj-social-element name="x" href="a>b">X</mj-social-element></mj-social>'),
    column('<!-- <mj-include path="x"/> --><mj-table><tr><td>1</td></tr></mj-table>'),
    column('<mj-text><mj-raw><b>1</b></mj-raw></mj-text><mj-raw><tr><td>1</td></tr></mj-raw>'),
    '<mjml><mj-head><mj-attributes><mj-text color="red"/><mj-class name="a"/></mj-attributes></mj-head><mj-body><mj-wrapper><mj-section></mj-section></mj-wrapper></mj-body></mjml>',
  ])('accepts %s', async (text) => {
    expect(checkMjml(text)).toBe(null);
    expect((await compiler.compile(text)).ok).toBe(true);
  });

  test.each([
    ['MJML_INVALID', '<mjml><mj-body><mj-text>x</mj-text></mj-body></mjml>'],
    ['MJML_INVALID', '<mjml><mj-body><mj-section><mj-text>x</mj-text></mj-section></mj-body></mjml>'],
    ['MJML_INVALID', '<mjml><mj-body><mj-section><div>x</div></mj-section></mj-body></mjml>'],
    ['MJML_INVALID', column('<mj-texto>x</mj-texto>')],
    ['MJML_INVALID', column('<mj-text><mj-section></mj-section></mj-text>')],
    ['MJML_INVALID', column('<mj-text>x')],
    ['MJML_INVALID', '<mjml><mj-body>'],
    ['MJML_INCLUDE', '<mjml><mj-body><mj-include path="/etc/passwd"/></mj-body></mjml>'],
    ['MJML_TOO_DEEP', column(`<mj-text>${'<b>'.repeat(60)}${'</b>'.repeat(60)}</mj-text>`)],
    ['MJML_TOO_LONG', column('x'.repeat(200_001))],
  ])('%s: %.80s', async (reason, text) => {
    expect(checkMjml(text)).toBe(reason);
    expect(await compiler.compile(text)).toEqual({ ok: false, reason });
  });

  test('reports a text that the compiler cannot parse', async () => {
    const text = column('<mj-image src=x />');
    expect(await compiler.compile(text)).toEqual({ ok: false, reason: 'MJML_INVALID' });
  });
});

test('an issue is reported with its position, and a suggestion or the allowed parents', () => {
  const text = '<mjml>\n<mj-body>\n<mj-section>\n<mj-colum></mj-colum>\n</mj-section></mj-body></mjml>';
  expect(findMjmlIssue(text)).toEqual({
    problem: 'MJML_INVALID',
    offset: text.indexOf('<mj-colum>'),
    element: 'mj-colum',
    suggestion: 'mj-column',
  });
  const misplaced = '<mjml><mj-body><mj-text>x</mj-text></mj-body></mjml>';
  expect(findMjmlIssue(misplaced)).toMatchObject({ offset: 15, element: 'mj-text', within: ['mj-column', 'mj-hero'] });
  expect(findMjmlIssue(column('<mj-text>x'))).toMatchObject({
    element: 'mj-text',
    offset: column('').indexOf('</mj-c'),
  });
});

describe('compiling MJML', () => {
  test('[TAG2] slots keep their positions: in text, attributes, styles and fragments', async () => {
    const text = `<mjml><mj-head><mj-title>{{store.name}}</mj-title><mj-preview>{{order.total}}</mj-preview></mj-head><mj-body>
      <mj-section background-url="{{store.logo}}"><mj-column><mj-text>Oi {{customer.name}}</mj-text>
      <mj-image src="{{order.items.first.image}}" alt="{{order.items.first.name}}" />
      <mj-button href="{{order.url_pix_gerado}}">Pagar</mj-button>{{order.pix_qr_code}}</mj-column></mj-section></mj-body></mjml>`;
    const template = compileTemplate(text, 'html');
    const html = await htmlOf(withSlots(template));
    const filled = fillSlots(html, ['LOJA', 'TOTAL', 'FUNDO', 'NOME', 'FOTO', 'LEGENDA', 'LINK', '<img id="qr">']);
    expect(filled).toContain('<title>LOJA</title>');
    expect(filled).toContain("background:url('FUNDO')");
    expect(filled).toContain('Oi NOME<');
    expect(filled).toMatch(/<img alt="LEGENDA"[^>]* src="FOTO"/);
    expect(filled).toMatch(/<a href="LINK"[^>]*>Pagar<\/a>/);
    expect(filled).toMatch(/<tr><td align="center"[^>]*><img id="qr"><\/td><\/tr>/);
    expect(filled).not.toMatch(/retomaSlot/);
    expect(filled).not.toContain('fonts.googleapis.com');
  });

  test('runs once for each text, for any number of concurrent messages', async () => {
    const before = compiler.compiled;
    const text = column('<mj-text>uma vez</mj-text>');
    const all = await Promise.all(Array.from({ length: 50 }, () => compiler.compile(text)));
    expect(new Set(all).size).toBe(1);
    await compiler.compile(text);
    expect(compiler.compiled - before).toBe(1);
  });

  test('has a bounded cache that evicts the least recently used text', async () => {
    const small = new MjmlCompiler({ cacheChars: 7_000 });
    const texts = ['a', 'b', 'c'].map((letter) => column(`<mj-text>${letter}</mj-text>`)) as [string, string, string];
    await small.compile(texts[0]);
    await small.compile(texts[1]);
    await small.compile(texts[0]);
    await small.compile(texts[2]);
    expect(small.compiled).toBe(3);
    await small.compile(texts[2]);
    await small.compile(texts[0]);
    expect(small.compiled).toBe(3);
    await small.compile(texts[1]);
    expect(small.compiled).toBe(4);
    await small.close();
  });

  /** A thread that returns each text, except two. */
  const fragile = (): Worker =>
    new Worker(
      `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', (text) => {
        if (text === 'throw') throw new Error('memory access out of bounds');
        if (text === 'exit') process.exit(1);
        if (text !== 'hang') parentPort.postMessage({ ok: true, html: text });
      });`,
      { eval: true },
    );

  test('replaces a thread that dies, and fails only its current text', async () => {
    const threads: Worker[] = [];
    const starting = new MjmlCompiler({ worker: () => threads[threads.push(fragile()) - 1]! });
    const results = await Promise.all(['1', 'throw', '2', 'exit', '3'].map((text) => starting.compile(text)));
    const invalid = { ok: false, reason: 'MJML_INVALID' };
    expect(results).toEqual([
      { ok: true, html: '1' },
      invalid,
      { ok: true, html: '2' },
      invalid,
      { ok: true, html: '3' },
    ]);
    expect(threads).toHaveLength(3);
    await starting.close();
  });

  test('times out for a slow text, which can be requested again', async () => {
    const starting = new MjmlCompiler({ worker: fragile, timeoutMs: 3_000, startMs: 3_000 });
    const results = await Promise.all(['hang', 'after'].map((text) => starting.compile(text)));
    expect(results).toEqual([
      { ok: false, reason: 'MJML_TIMEOUT' },
      { ok: true, html: 'after' },
    ]);
    await starting.compile('hang');
    expect(starting.compiled).toBe(3);
    await starting.close();
  });
});
