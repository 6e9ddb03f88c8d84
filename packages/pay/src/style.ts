import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { paletteOf, type Palette } from './accent.ts';
import { trusted, type Html } from './html.ts';
import type { StoreView } from './view.ts';

/** The style sheet without comments and white space. It contains no string in which these characters matter. */
const style = readFileSync(new URL('style.css', import.meta.url), 'utf8')
  .replace(/\/\*[^]*?\*\//g, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .replace(/: /g, ':')
  .replace(/;}/g, '}')
  .trim();

/** A page's style elements, and their hashes for the policy. No spaces may surround the text of an element. */
export type PageStyle = { element: Html; hashes: readonly string[] };

const sheet = { element: `<style>${style}</style>`, hash: hashOf(style) };
const plain: PageStyle = { element: trusted(sheet.element), hashes: [sheet.hash] };

/** The style sheet, and a second one with the store's colours and corners if it has any. */
export function pageStyle({ accent, corners }: Pick<StoreView, 'accent' | 'corners'> = {}): PageStyle {
  const palette = paletteOf(accent);
  const own = [...(palette ? coloursOf(palette) : []), ...(cornersOf[corners ?? 'soft'] ?? [])];
  if (own.length === 0) return plain;
  const looks = `:root{${own.join(';')}}`;
  return { element: trusted(`${sheet.element}<style>${looks}</style>`), hashes: [sheet.hash, hashOf(looks)] };
}

const coloursOf = ({ fill, fillHover, onFill, ink }: Palette): string[] => [
  `--fill:${fill}`,
  `--fill-hover:${fillHover}`,
  `--on-fill:${onFill}`,
  `--ink:${ink}`,
  `--tint:${ink}0d`,
];

/** Corner radii of buttons and fields, and of boxes. The style sheet itself defines "soft". */
const cornersOf: Readonly<Record<string, readonly string[]>> = {
  square: ['--control:0px', '--box:0px'],
  round: ['--control:26px', '--box:20px'],
};

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
