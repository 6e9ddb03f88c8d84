/** For each digit, which of its five bars are wide in the code "interleaved 2 of 5". */
const wide = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'] as const;

/**
 * The barcode of an even number of digits, as the path of its bars. It is one unit high; a narrow bar is one unit wide, a wide bar three,
 * as on printed boletos. Digits are encoded in pairs: the first in the bars, the second in the gaps between them.
 */
export function barcodePath(digits: string): { path: string; width: number } {
  let at = 0;
  let path = '';
  const draw = (bar: number, gap: number): void => {
    path += `M${at} 0h${bar}v1h-${bar}z`;
    at += bar + gap;
  };
  draw(1, 1);
  draw(1, 1);
  for (let index = 0; index < digits.length; index += 2) {
    const bars = wide[Number(digits[index])]!;
    const gaps = wide[Number(digits[index + 1])]!;
    for (let part = 0; part < 5; part++) draw(bars[part] === '1' ? 3 : 1, gaps[part] === '1' ? 3 : 1);
  }
  draw(3, 1);
  draw(1, 0);
  return { path, width: at };
}
