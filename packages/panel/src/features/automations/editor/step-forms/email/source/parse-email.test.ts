import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withAttribute, withContent, withDuplicate, withMove, withoutBlock } from './edit-email.ts';
import { pixelsIn, spaceOf } from './lengths.ts';
import { markBlocks } from './mark-blocks.ts';
import { parseEmail } from './parse-email.ts';
import { toHtml, toRichText } from './rich-text.ts';

const text = `<mjml>
  <mj-head><mj-attributes><mj-text color="red" /></mj-attributes></mj-head>
  <mj-body>
    <!-- <mj-text>antigo</mj-text> -->
    <mj-section background-color="#eee">
      <mj-column>
        <mj-image src="{{store.logo}}" alt='{{store.name}}' />
      </mj-column>
    </mj-section>
    <mj-section>
      <mj-column>
        <mj-text>
          Oi, <b>{{customer.first_name}}</b>!<br/>Tudo &lt;bem&gt;?
        </mj-text>
        {{order.items_html}}
        <mj-button href="{{checkout.url}}" custom=x>Pagar</mj-button>
        <mj-social><mj-social-element name="x">X</mj-social-element></mj-social>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`;
const blocks = parseEmail(text);
const kindsOf = (source: string): string[] => parseEmail(source).map(({ kind }) => kind);

/** The text outside of a range. */
const changedPart = (source: string, edited: string, { from, to }: { from: number; to: number }): string => {
  expect(edited.startsWith(source.slice(0, from))).toBe(true);
  expect(edited.endsWith(source.slice(to))).toBe(true);
  return edited.slice(from, edited.length - (source.length - to));
};

test('[EDT13] an e-mail is read as blocks; what is not understood is a block of code', () => {
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['image', ''],
    ['text', 'Oi, <b>{{customer.first_name}}</b>!\nTudo <bem>?'],
    ['data', '{{order.items_html}}'],
    ['button', 'Pagar'],
    ['code', ''],
  ]);
  expect(blocks[0]!.attributes.get('alt')?.value).toBe('{{store.name}}');
  expect(blocks[1]!.inherited.get('color')).toBe('red');
  expect(blocks[3]!.inherited.get('color')).toBeUndefined();
  expect(blocks.map(({ isAlone }) => isAlone)).toEqual([true, false, false, false, false]);
});

describe('[EDT13] an edit of a block changes only its range', () => {
  test('its text', () => {
    const edited = withContent(text, blocks[1]!, 'Olá & <b>tchau</b>\n5 < 6');
    expect(changedPart(text, edited, blocks[1]!.content)).toBe('Olá &amp; <b>tchau</b><br />5 &lt; 6');
    expect(parseEmail(edited)[1]!.text).toBe('Olá & <b>tchau</b>\n5 < 6');
  });
  test('its attributes: changed, added, removed', () => {
    const button = blocks[3]!;
    const changed = withAttribute(text, button, 'href', 'https://a.example/?a=1&b="2"');
    expect(changedPart(text, changed, button.attributes.get('href')!)).toBe(
      'href="https://a.example/?a=1&amp;b=&quot;2&quot;"',
    );
    expect(parseEmail(changed)[3]!.attributes.get('href')!.value).toBe('https://a.example/?a=1&b="2"');
    const added = withAttribute(text, button, 'color', '#fff');
    expect(changedPart(text, added, { from: button.attributesAt!, to: button.attributesAt! })).toBe(' color="#fff"');
    expect(withAttribute(added, parseEmail(added)[3]!, 'color', '')).toBe(text);
    expect(withAttribute(text, button, 'color', '')).toBe(text);
    expect(withAttribute(text, blocks[2]!, 'color', 'red')).toBe(text);
  });
  test('its removal and its duplicate, with the section that holds only it', () => {
    const removed = withoutBlock(text, blocks[0]!).text;
    expect(removed).toBe(text.replace(/ {4}<mj-section background[\s\S]*?<\/mj-section>\n/, ''));
    const { text: twice, at } = withDuplicate(text, blocks[3]!);
    expect(twice.split('>Pagar<')).toHaveLength(3);
    expect(parseEmail(twice)[4]!.from).toBe(at);
    expect(withoutBlock(twice, parseEmail(twice)[4]!).text).toBe(text);
  });
});

test('[EDT13] a block moves past its neighbour and back; alone in its section it takes the section along', () => {
  for (const [from, to] of [
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 1],
  ] as const) {
    const { text: there, at } = withMove(text, blocks, from, to)!;
    const read = parseEmail(there);
    expect(read[to]!.from).toBe(at);
    expect(read[to]!.kind).toBe(blocks[from]!.kind);
    expect(withMove(there, read, to, from)!.text).toBe(text);
  }
  const { text: down, at } = withMove(text, blocks, 0, 1)!;
  expect(kindsOf(down)).toEqual(['text', 'data', 'button', 'code', 'image']);
  expect(down).toMatch(/background-color="#eee">\s*<mj-column>\s*<mj-image/);
  expect(parseEmail(down)[4]!.from).toBe(at);
  expect(withMove(text, blocks, 0, -1)).toBeUndefined();
  expect(withMove(text, blocks, 4, 5)).toBeUndefined();
});

test('[EDT13] a block that leaves a wrapper leaves no empty section', () => {
  const section = (content: string): string => `<mj-section><mj-column>${content}</mj-column></mj-section>`;
  const source = `<mjml><mj-body>${section('<mj-text>1</mj-text>')}<mj-wrapper>${section('<mj-text>2</mj-text>')}</mj-wrapper></mj-body></mjml>`;
  const { text: up } = withMove(source, parseEmail(source), 1, 0)!;
  expect(up).toBe(
    `<mjml><mj-body>${section('<mj-text>2</mj-text><mj-text>1</mj-text>')}<mj-wrapper></mj-wrapper></mj-body></mjml>`,
  );
});

test('[EDT13] marking keeps lines and other classes, and puts rows around what a metatag becomes', () => {
  const source = text.replace('<mj-button ', '<mj-button css-class="big" ');
  const marked = markBlocks(source, parseEmail(source));
  expect(marked.split('\n')).toHaveLength(source.split('\n').length);
  expect(marked).toContain('css-class="big retoma-block-3"');
  expect(marked).toMatch(/retoma-block-2-before"><\/tr><\/mj-raw>.*\{\{.*<mj-raw><tr class="retoma-block-2-after"/);
  expect(parseEmail(marked).map(({ attributes }) => attributes.get('css-class')?.value)).toEqual([
    'retoma-block-0',
    'retoma-block-1',
    undefined,
    undefined,
    undefined,
    'big retoma-block-3',
    'retoma-block-4',
  ]);
});

test('[EDT13] text and HTML are converted without a loss; a formatting tag without its other half is dropped', () => {
  for (const html of [
    'a &amp; b &lt;c> d',
    '<a href="x?a=1&amp;b=2">aqui</a> e <strong><em>ali</em></strong>',
    'um<br />dois<br /><br />três&nbsp;&copy;',
  ]) {
    const rich = toRichText(html)!;
    expect(toRichText(toHtml(rich))).toBe(rich);
  }
  expect(toHtml('<b>a <i>b</b> c</i> </u>')).toBe('<b>a b</b> c ');
  for (const html of ['<p>a</p>', 'a<!-- b -->', '<img src="x">', '&lt;b>x&lt;/b>', '<table></table>']) {
    expect([html, toRichText(html)]).toEqual([html, undefined]);
  }
});

type Step = { name?: string; data?: { html?: string; body?: string } };

/** Every e-mail of the shipped templates. */
function templates(): string[] {
  const root = path.resolve(import.meta.dirname, '../../../../../../../../flow/templates');
  const emails: string[] = [];
  for (const name of readdirSync(root)) {
    JSON.parse(readFileSync(path.join(root, name, 'flow.json'), 'utf8'), (_, value: unknown) => {
      const { name: action, data } = (value ?? {}) as Step;
      const html = data?.html ?? data?.body;
      if (action === 'send_email' && html) emails.push(html);
      return value;
    });
  }
  return emails;
}

test('[EDT13] of every e-mail of the templates, all texts, buttons and pictures can be edited', () => {
  const emails = templates();
  expect(emails.length).toBeGreaterThan(10);
  for (const email of emails) {
    const body = email.slice(email.indexOf('<mj-body'));
    const read = parseEmail(email);
    for (const [element, kind] of [
      ['mj-text', 'text'],
      ['mj-button', 'button'],
      ['mj-image', 'image'],
    ] as const) {
      expect(read.filter((block) => block.kind === kind)).toHaveLength(body.split(`<${element}`).length - 1);
    }
    expect(read.filter(({ kind }) => kind === 'code')).toEqual([]);
    for (const block of read.filter(({ kind }) => kind === 'text' || kind === 'button')) {
      const edited = withContent(email, block, block.text);
      expect(parseEmail(edited).map(({ text }) => text)).toEqual(read.map(({ text }) => text));
    }
  }
});

test('[EDT13] the space changedPart a block is read from one side or from all, with the values of the head', () => {
  const source = text
    .replace('<mj-text color="red" />', '<mj-text padding="4px 8px 6px" />')
    .replace('<mj-button ', '<mj-button padding-top="0" padding="12px" ');
  const [image, paragraph, , button] = parseEmail(source);
  expect([image, paragraph, button].map((block) => [spaceOf(block!, 'top'), spaceOf(block!, 'bottom')])).toEqual([
    [10, 10],
    [4, 6],
    [0, 12],
  ]);
  expect(pixelsIn('50%')).toBeUndefined();
});
