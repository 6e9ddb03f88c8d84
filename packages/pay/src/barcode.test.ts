import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barcodePath } from './barcode.ts';

/** Reads the bars back as a scanner does: their widths and the widths of the gaps between them. */
function read(path: string, width: number): string {
  const bars = [...path.matchAll(/M(\d+) 0h(\d)v1h-\d+z/g)].map(([, at, bar]) => [Number(at), Number(bar)] as const);
  const runs = bars.flatMap(([at, bar], index) => [bar, (bars[index + 1]?.[0] ?? width) - at - bar]).slice(0, -1);
  expect(runs.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(runs.slice(-3)).toEqual([3, 1, 1]);
  const weights = [1, 2, 4, 7, 0];
  const digitOf = (five: number[]): number => {
    const sum = five.reduce((sum, run, index) => sum + (run === 3 ? weights[index]! : 0), 0);
    expect(five.filter((run) => run === 3)).toHaveLength(2);
    return sum === 11 ? 0 : sum;
  };
  let digits = '';
  for (let at = 4; at < runs.length - 3; at += 10) {
    const ten = runs.slice(at, at + 10);
    digits += digitOf(ten.filter((_, index) => index % 2 === 0));
    digits += digitOf(ten.filter((_, index) => index % 2 === 1));
  }
  return digits;
}

test('[COM10] a barcode is read back as its digits', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 44, maxLength: 44 }).map((all) => all.join(''));
  fc.assert(
    fc.property(digits, (digits) => {
      const { path, width } = barcodePath(digits);
      expect(read(path, width)).toBe(digits);
    }),
  );
});
