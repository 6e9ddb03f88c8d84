import { describe, expect, test } from 'vitest';
import { attributeOf, attributesOf, nameOf, tagsIn } from './tags.ts';

const namesIn = (text: string, comments?: 'skip'): string[] =>
  [...tagsIn(text, comments)].map(({ name, isClosing, isSelfClosing }) =>
    [isClosing ? '/' : '', name, isSelfClosing ? '/' : ''].join(''),
  );

describe('tags are read as a browser reads them', () => {
  test.each<[string, string[]]>([
    ['<p>a<BR/>b</P>', ['p', 'br/', '/p']],
    ['a < b <3 <> </ > <!doctype html><?x?>', []],
    ['<a title="a>b" b=\'>\' c=x>y', ['a']],
    // A quote begins a value only behind `=`.
    ['<a x"y>z" <b>', ['a', 'b']],
    ['<a href=x"y><b>', ['a', 'b']],
    ['<v:roundrect href="x"><o:p>', ['v:roundrect', 'o:p']],
    // What is behind a tag without an end is not shown.
    ['<p>a<b title="x><i>', ['p']],
    ['<p>a<b', ['p']],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test('tags of comments count where they are asked for', () => {
    const text = '<p><!-- <a> --><b><!--[if mso]><v:rect><![endif]--><!-- <i>';
    expect(namesIn(text, 'skip')).toEqual(['p', 'b']);
    expect(namesIn(text)).toEqual(['p', 'a', 'b', 'v:rect', 'i']);
  });

  test('attributes have values with quotes, without, and none', () => {
    const text = `<a x HREF = 'a b' y=1/ z="" =q y=2>`;
    const [tag] = tagsIn(text);
    const written = [...attributesOf(text, tag!)].map((one) => `${nameOf(text, one)}:${text.slice(one.from, one.to)}`);
    expect(written).toEqual(['x:', 'href:a b', 'y:1/', 'z:', '=q:', 'y:2']);
    const href = attributeOf(text, tag!, 'href')!;
    expect(text.slice(href.start, href.end)).toBe(`HREF = 'a b'`);
  });
});

describe('the time is linear', () => {
  /** How often the characters of a text are read while its tags are found. */
  function readsOf(text: string): number {
    let reads = 0;
    const counted = Object.create(String.prototype, {
      length: { value: text.length },
      charCodeAt: { value: (at: number) => (reads++, text.charCodeAt(at)) },
      charAt: { value: (at: number) => (reads++, text.charAt(at)) },
      slice: { value: (from: number, to: number) => ((reads += to - from), text.slice(from, to)) },
      startsWith: { value: (word: string, at: number) => ((reads += word.length), text.startsWith(word, at)) },
      indexOf: {
        value: (word: string, from = 0) => {
          const found = text.indexOf(word, from);
          reads += (found < 0 ? text.length : found) - from;
          return found;
        },
      },
    }) as string;
    for (const tag of tagsIn(counted, 'skip')) attributeOf(counted, tag, 'href');
    return reads;
  }

  test.each([
    '<',
    '<a',
    '<a ',
    '<a "',
    "<a='",
    '<a="',
    '<!--',
    '</',
    '<a a=',
    ' ',
    '<a>',
    '<a href="x" ',
    `"'<a"'`,
    '<a\t/',
    '=',
    '<a =',
  ])('%j, repeated', (shape) => {
    for (const before of ['', '<p>', '<p ', '<p a="']) {
      const text = (length: number): string => `${before}${shape.repeat(Math.ceil(length / shape.length))}`;
      expect(readsOf(text(20_000))).toBeLessThan(8 * 20_000);
    }
  });
});
