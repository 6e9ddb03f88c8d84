import { createHash } from 'node:crypto';
import { darkPaletteOf, paletteOf, type Palette } from './accent.ts';
import { readBuilt } from './built.ts';
import { trusted, type Html } from './html.ts';
import type { StoreView } from './view.ts';

/** A page's style elements, and their hashes for the policy. No spaces may surround the text of an element. */
export type PageStyle = { element: Html; hashes: readonly string[] };

/** A style sheet in the page, and its hash. */
export const inlineStyle = (text: string): PageStyle => ({
  element: trusted(`<style>${text}</style>`),
  hashes: [`'sha256-${createHash('sha256').update(text).digest('base64')}'`],
});

/** The style sheets that a page contains only where its content uses them, in the order of their rules. `base` is on every page. */
export type ContentSheet = 'form' | 'method' | 'waiting';

const sheets = new Map<string, PageStyle>();

/** A style sheet. It is read at the first call, so a process that serves no page needs no build. */
function sheetStyle(name: 'base' | ContentSheet): PageStyle {
  const style = sheets.get(name) ?? inlineStyle(readBuilt(`${name}.css`).trim());
  sheets.set(name, style);
  return style;
}

/** The style sheets of a page, and one with the store's colours and corners if it has any. */
export function pageStyle(
  { accent, corners }: Pick<StoreView, 'accent' | 'corners'> = {},
  names: readonly ContentSheet[] = [],
): PageStyle {
  const palettes = [paletteOf(accent), darkPaletteOf(accent)].map((palette) => palette && rootOf(coloursOf(palette)));
  const shape = cornersOf[corners ?? 'soft'];
  const own = [
    shape && rootOf(shape),
    palettes[0],
    palettes[1] && `@media screen and (prefers-color-scheme:dark){${palettes[1]}}`,
  ].filter((rules) => rules !== undefined);
  const styles = [
    ...['base' as const, ...names].map(sheetStyle),
    ...(own.length > 0 ? [inlineStyle(own.join(''))] : []),
  ];
  return {
    element: trusted(styles.map(({ element }) => element).join('')),
    hashes: styles.flatMap(({ hashes }) => hashes),
  };
}

const rootOf = (members: readonly string[]): string => `:root{${members.join(';')}}`;

const coloursOf = ({ fill, fillHover, onFill, ink }: Palette): string[] => [
  `--fill:${fill}`,
  `--fill-hover:${fillHover}`,
  `--on-fill:${onFill}`,
  `--ink:${ink}`,
  `--tint:${ink}0d`,
];

/** Corner radii of buttons and fields, and of boxes. `base.css` defines "soft". */
const cornersOf: Readonly<Record<string, readonly string[]>> = {
  square: ['--control:0px', '--box:0px'],
  round: ['--control:26px', '--box:20px'],
};
