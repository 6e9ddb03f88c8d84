/** Colours derived from a store's accent. All are `#rrggbb`. */
export type Palette = {
  /** Background of a button. */
  fill: string;
  /** Background of a button under the pointer. */
  fillHover: string;
  /** Text on a button: contrast of at least 4.5:1 to `fill`. */
  onFill: string;
  /** Links and marks on white: the accent, darkened to a contrast of at least 4.5:1. */
  ink: string;
};

const white = [255, 255, 255] as const;
const readable = 4.5;

/**
 * The readable variants of a store's accent colour (WCAG 1.4.3): text on it is white or black; as text on white the accent is darkened as
 * far as needed. Undefined if the accent is not `#rrggbb`.
 */
export function paletteOf(accent: string | undefined): Palette | undefined {
  const rgb = /^#[\da-f]{6}$/i.test(accent ?? '') ? parse(accent!) : undefined;
  if (!rgb) return undefined;
  const onFill = contrast(rgb, white) >= readable ? white : ([0, 0, 0] as const);
  const hover = onFill === white ? scaled(rgb, 0.82) : scaled(rgb, 0.93);
  let ink = rgb;
  while (contrast(ink, white) < readable) ink = scaled(ink, 0.94);
  // Text on the darker hover colour must stay readable.
  const fillHover = contrast(hover, onFill) >= readable ? hover : rgb;
  return { fill: format(rgb), fillHover: format(fillHover), onFill: format(onFill), ink: format(ink) };
}

type Rgb = readonly [number, number, number];

const parse = (colour: string): Rgb => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
];
const format = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
const scaled = ([r, g, b]: Rgb, by: number): Rgb => [Math.floor(r * by), Math.floor(g * by), Math.floor(b * by)];

/** Contrast of two colours as WCAG 2 defines it, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(parse(one), parse(other));
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
