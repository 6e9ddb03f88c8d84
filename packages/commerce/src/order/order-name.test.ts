import { expect, test } from 'vitest';
import { orderName } from './order-name.ts';

test.each(['AcessórioSão-1/2026 #7', 'çãõéü', 'Ångström', '한글'])(
  '[COM6] the composed and the decomposed form of %s are one name',
  (name) => {
    expect(orderName(name.normalize('NFD'))).toBe(name.normalize('NFC'));
    expect(orderName(name.normalize('NFC'))).toBe(name.normalize('NFC'));
  },
);

test('[COM6] a name is otherwise kept byte for byte, and never gets longer', () => {
  for (const name of ['a/b#c%20 d?', ' 7 ', 'ﬁ', '①', '\u0958'.repeat(200), '\ud800'])
    expect(orderName(name)).toBe(name);
});
