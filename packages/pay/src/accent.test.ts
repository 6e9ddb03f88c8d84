import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf, darkPaletteOf, paletteOf } from './accent.ts';

test('for any colour of a store, texts on buttons and links are readable', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (colour) => {
      const { fill, fillHover, onFill, ink } = paletteOf(`#${colour.toString(16).padStart(6, '0')}`)!;
      expect(contrastOf(fill, onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(fillHover, onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(ink, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      const night = darkPaletteOf(`#${colour.toString(16).padStart(6, '0')}`)!;
      expect(contrastOf(night.fill, night.onFill)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(night.fill, '#1e1d1b')).toBeGreaterThanOrEqual(3);
      expect(contrastOf(night.ink, '#1e1d1b')).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 3000 },
  );
});

test('a readable colour is unchanged; yellow keeps its buttons and darkens its links', () => {
  expect(paletteOf('#5b2a3c')).toMatchObject({ fill: '#5b2a3c', onFill: '#ffffff', ink: '#5b2a3c' });
  expect(darkPaletteOf('#ffe600')).toMatchObject({ fill: '#ffe600', ink: '#ffe600' });
  expect(paletteOf('#ffe600')).toMatchObject({ fill: '#ffe600', onFill: '#000000' });
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
});

test.each([undefined, '', 'red', '#fff', '#12345g', '#123456;}body{display:none', 'javascript:'])(
  '%j is not a colour',
  (text) => {
    expect(paletteOf(text)).toBeUndefined();
  },
);
