import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { paletteOf, type Palette } from './accent.ts';
import { trusted, type Html } from './html.ts';
import type { StoreView } from './view.ts';

/** The sheet without what only its reader needs. It holds no text in which these characters would matter. */
const style = readFileSync(new URL('style.css', import.meta.url), 'utf8')
  .replace(/\/\*[^]*?\*\//g, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .replace(/: /g, ':')
  .replace(/;}/g, '}')
  .trim();

/** A style sheet in the page, and the hash by which the policy names it. It must have no spaces around it. */
export type PageStyle = { element: Html; hashes: readonly string[] };

const sheet = { element: `<style>${style}</style>`, hash: hashOf(style) };
const plain: PageStyle = { element: trusted(sheet.element), hashes: [sheet.hash] };

/** The style sheet, and a second one with the store's colours and corners where it has its own. */
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

/** Of buttons and fields, and of boxes; soft is what the sheet says. */
const cornersOf: Readonly<Record<string, readonly string[]>> = {
  square: ['--control:0px', '--box:0px'],
  round: ['--control:26px', '--box:20px'],
};

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
