import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHtml, html, trusted, type HtmlValue } from './html.ts';
import { parseHtml } from './testing/parse-html.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    `"'><img src=x onerror=alert(1)>`,
    '&lt;b&gt;&amp;amp;',
    '<!--',
    ']]>',
    '\u0000',
    '\ud800',
    '\udc00x',
    '\u202e00,01 $R\u202c',
    '\u2066a\u2069\u2069',
    '` onload=`',
    '\r\n\t',
  ),
);

describe('html', () => {
  test('escapes values, keeps nested HTML, joins lists, and renders nothing for undefined, null and false', () => {
    const list: HtmlValue = ['<a>', html`<b>${'&'}</b>`, null, [undefined, false, 0, ['"', "'"]]];
    expect(html`${list}${trusted('<hr>')}`.toString()).toBe('&lt;a&gt;<b>&amp;</b>0&quot;&#39;<hr>');
  });

  test('an attribute without quotes throws', () => {
    expect(() => html`<a title=${'x'}>x</a>`).toThrow(/without quotes/);
    expect(html`<a title="${'x'}">x</a>`.toString()).toBe('<a title="x">x</a>');
  });

  test('no text leaves its position, in content or in an attribute, and it is read back unchanged', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, two) => {
        const { tags, text } = parseHtml(html`<p title="${one}" class="x">${two}</p>`.toString());
        expect(tags.map(({ name }) => name)).toEqual(['p', '/p']);
        expect(tags[0]!.attributes).toEqual({ title: readable(one), class: 'x' });
        expect(text).toBe(readable(two));
      }),
      { numRuns: 2000 },
    );
  });

  test('control characters, bidirectional overrides and lone surrogates are removed or replaced', () => {
    expect(escapeHtml('a\u0000\u0007\u001b\u007f\u0085b\u202e\u2066c\ud83d\n\t')).toBe('abc\ufffd\n\t');
    expect(escapeHtml('João 🧢 “é” \u200f')).toBe('João 🧢 “é” \u200f');
  });
});

/** The readable part of a text, computed differently than in escapeHtml. */
function readable(text: string): string {
  return Array.from(text)
    .map((character) => (/^[\ud800-\udfff]$/.test(character) ? '\ufffd' : character))
    .filter((character) => {
      const code = character.codePointAt(0)!;
      const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
      const turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
      return character === '\t' || character === '\n' || (!isControl && !turns);
    })
    .join('');
}
