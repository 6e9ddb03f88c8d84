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

let sheet: PageStyle | undefined;

/** The style sheet of the pages. It is read at the first call, so a process that serves no page needs no build. */
const sheetStyle = (): PageStyle => (sheet ??= inlineStyle(readBuilt('style.css').trim()));

/** The style sheet, and a second one with the store's colours and corners if it has any. */
export function pageStyle({ accent, corners }: Pick<StoreView, 'accent' | 'corners'> = {}): PageStyle {
  const palettes = [paletteOf(accent), darkPaletteOf(accent)].map((palette) => palette && rootOf(coloursOf(palette)));
  const shape = cornersOf[corners ?? 'soft'];
  const own = [
    shape && rootOf(shape),
    palettes[0],
    palettes[1] && `@media screen and (prefers-color-scheme:dark){${palettes[1]}}`,
  ].filter((rules) => rules !== undefined);
  const styles = [sheetStyle(), ...(own.length > 0 ? [inlineStyle(own.join(''))] : [])];
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

/** Corner radii of buttons and fields, and of boxes. The style sheet itself defines "soft". */
const cornersOf: Readonly<Record<string, readonly string[]>> = {
  square: ['--control:0px', '--box:0px'],
  round: ['--control:26px', '--box:20px'],
};
