import { describe, expect, test } from 'vitest';
import { masked } from './mask-field.ts';

/** What a field shows after each key of a text that is typed. */
function typed(name: string, keys: string): string[] {
  let field = { text: '', caret: 0 };
  return keys.split('').map((key) => {
    const { text, caret } = field;
    field = masked(name, text.slice(0, caret) + key + text.slice(caret), caret + 1);
    return field.text;
  });
}

describe('[COM13] punctuation while a field is typed', () => {
  test.each([
    ['document', '52998224725', '529.982.247-25'],
    ['document', '529.982.247-25', '529.982.247-25'],
    ['document', '12345678000195', '12.345.678/0001-95'],
    ['document', '12abc34501de35', '12.abc.345/01de-35'],
    ['document', '\u202a529.982.247\u201325\u202c', '529.982.247-25'],
    ['document', '12.abc.345/01de\u201135', '12.abc.345/01de-35'],
    ['zipcode', '01310\u2013100\u200b', '01310-100'],
    ['phone', '(11)\u00a098765\u20114321', '(11) 98765-4321'],
    ['phone', '11987654321', '(11) 98765-4321'],
    ['phone', '1133334444', '(11) 3333-4444'],
    ['phone', '(11) 98765-4321', '(11) 98765-4321'],
    ['phone', '+5511987654321', '+5511987654321'],
    ['phone', '011987654321', '011987654321'],
    ['zipcode', '01310100', '01310-100'],
    ['email', 'a.b-c@d.com', 'a.b-c@d.com'],
  ])('%s: %s becomes %s', (name, keys, expected) => {
    expect(typed(name, keys).at(-1)).toBe(expected);
  });

  test('no punctuation stands at the end, where a backspace would not remove a character', () => {
    expect(typed('document', '5299')).toEqual(['5', '52', '529', '529.9']);
    expect(masked('document', '529.', 4)).toEqual({ text: '529', caret: 3 });
    expect(masked('phone', '(', 1)).toEqual({ text: '', caret: 0 });
  });

  test('a correction in the middle leaves the caret where it was', () => {
    // The third digit of 529.982.247-25 was removed.
    expect(masked('document', '52.982.247-25', 2)).toEqual({ text: '529.822.472-5', caret: 2 });
    // A digit was typed behind 01, in 01310-10.
    expect(masked('zipcode', '012310-10', 3)).toEqual({ text: '01231-010', caret: 3 });
  });

  test('a text that does not fit stays, so that its check can say so', () => {
    expect(masked('zipcode', '013101000', 9).text).toBe('013101000');
    expect(masked('phone', '113333444455', 12).text).toBe('113333444455');
  });
});
