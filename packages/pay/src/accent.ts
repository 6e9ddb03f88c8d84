/** Colours derived from a store's accent. All are `#rrggbb`. */
export type Palette = {
  /** Background of a button. */
  fill: string;
  /** Background of a button under the pointer. */
  fillHover: string;
  /** Text on a button: contrast of at least 4.5:1 to `fill`. */
  onFill: string;
  /** Links and marks on the page: the accent, adjusted to a contrast of at least 4.5:1. */
  ink: string;
};

const white = [255, 255, 255] as const;
/** The ground of the page in a dark theme, `--paper` in base.css. */
const dark = [30, 29, 27] as const;
const readable = 4.5;
/** Contrast of a button to the page, without its text (WCAG 1.4.11). */
const visible = 3;

/**
 * The readable variants of a store's accent colour (WCAG 1.4.3): text on it is white or black; as text on white the accent is darkened as
 * far as needed. Undefined if the accent is not `#rrggbb`.
 */
export function paletteOf(accent: string | undefined): Palette | undefined {
  const rgb = accentIn(accent);
  return rgb && { ...fillOf(rgb), ink: format(against(white, rgb, readable)) };
}

/** The same for the dark theme: buttons and links are lightened as far as needed. */
export function darkPaletteOf(accent: string | undefined): Palette | undefined {
  const rgb = accentIn(accent);
  return rgb && { ...fillOf(against(dark, rgb, visible)), ink: format(against(dark, rgb, readable)) };
}

const accentIn = (accent: string | undefined): Rgb | undefined =>
  /^#[\da-f]{6}$/i.test(accent ?? '') ? parse(accent!) : undefined;

function fillOf(rgb: Rgb): Pick<Palette, 'fill' | 'fillHover' | 'onFill'> {
  const onFill = contrast(rgb, white) >= readable ? white : ([0, 0, 0] as const);
  const hover = onFill === white ? scaled(rgb, 0.82) : scaled(rgb, 0.93);
  // Text on the darker hover colour must stay readable.
  const fillHover = contrast(hover, onFill) >= readable ? hover : rgb;
  return { fill: format(rgb), fillHover: format(fillHover), onFill: format(onFill) };
}

/** A colour, adjusted until its contrast to a ground is at least `wanted`. */
function against(ground: Rgb, rgb: Rgb, wanted: number): Rgb {
  let colour = rgb;
  while (contrast(colour, ground) < wanted) colour = ground === white ? scaled(colour, 0.94) : lightened(colour);
  return colour;
}

type Rgb = readonly [number, number, number];

const parse = (colour: string): Rgb => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
];
const format = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
const scaled = ([r, g, b]: Rgb, by: number): Rgb => [Math.floor(r * by), Math.floor(g * by), Math.floor(b * by)];

const lightened = ([r, g, b]: Rgb): Rgb => [light(r), light(g), light(b)];
const light = (part: number): number => Math.ceil(part + (255 - part) * 0.06);

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
