import { expect, test } from 'vitest';
import { phoneText } from './phone-text.ts';

test('a number is formatted, and a name is unchanged', () => {
  expect(['5511987654321', '551130000000', '351912345678', 'Loja Aurora'].map(phoneText)).toEqual([
    '+55 11 98765-4321',
    '+55 11 3000-0000',
    '+351912345678',
    'Loja Aurora',
  ]);
});
