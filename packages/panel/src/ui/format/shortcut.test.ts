import { expect, test } from 'vitest';
import { shortcutOf } from './shortcut.ts';

const read = (key: string, held = ''): ReturnType<typeof shortcutOf> =>
  shortcutOf({
    key,
    ctrlKey: held.includes('Ctrl'),
    altKey: held.includes('Alt'),
    metaKey: held.includes('Meta'),
  });

test.each(['?', '/', '[', ']', '+', '=', '°', '€'])('[EDT11] AltGr types %s: no modifier is left', (key) => {
  expect(read(key, 'Ctrl+Alt')).toEqual(read(key));
  expect(read(key)).toEqual({ key, isCtrl: false, isAlt: false, isPlain: true });
});

test.each([
  ['k', 'Ctrl', true, false],
  ['k', 'Meta', true, false],
  ['/', 'Ctrl', true, false],
  ['/', 'Alt', false, true],
  ['a', 'Ctrl+Alt', true, true],
  ['1', 'Ctrl+Alt', true, true],
  ['Enter', 'Ctrl+Alt', true, true],
  ['ArrowUp', 'Alt', false, true],
])('[EDT11] %s with %s keeps its modifiers', (key, held, isCtrl, isAlt) => {
  expect(read(key, held)).toEqual({ key, isCtrl, isAlt, isPlain: false });
});
