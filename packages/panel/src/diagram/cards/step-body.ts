import { findMetatags, metatagLabel, textMembersOf, type ActionStep } from '@retoma/flow';
import type { Locale } from '../../ui/locale.tsx';

/** The maximum number of characters of a message on a card. */
const maxLength = 120;

/** The first words of a message, of `length` letters at most: the subject of an e-mail, else its first text; empty if it has none. */
export function bodyOf(step: ActionStep, length = maxLength * 2): string {
  const texts = textMembersOf(step);
  const preview =
    texts.find(({ kind }) => kind === 'subject') ??
    texts.find(({ kind, text }) => kind === 'plain' && text.trim() !== '') ??
    texts[0];
  return (preview?.text ?? '').slice(0, length).replace(/\s+/g, ' ').trim();
}

/** A piece of a text: plain text, or the label of a metatag; `at`: its start. */
type TextPiece = { text: string; isTag: boolean; at: number };

/** A text cut into words and metatags, by default at most as long as a card shows. */
export function piecesOf(text: string, locale: Locale, length = maxLength): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const found of findMetatags(text)) {
    if (found.start > length) break;
    if (found.start > from) pieces.push({ text: text.slice(from, found.start), isTag: false, at: from });
    const label = found.wellFormed ? metatagLabel(found.name, locale) : text.slice(found.start, found.end);
    pieces.push({ text: label, isTag: true, at: found.start });
    from = found.end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from, from + length), isTag: false, at: from });
  return pieces;
}
