import { limits } from '../../members/limits.ts';
import { metatagNamed } from '../catalogue/index.ts';
import type { Metatag } from '../catalogue/row.ts';
import type { FoundMetatag } from './find.ts';
import { nearestMetatag, relatedMetatag } from './suggest.ts';
import type { Trigger } from '../../members/trigger.ts';
import { metatagSynonyms, usualMetatags } from '../usual.ts';
import { spanOf, type Finding, type TemplateText } from '../template-text.ts';

/** A currency symbol at the end of a text, with markup and spaces after it. */
const currencyAtEnd = /(?:R\$|US\$|BRL|\$)((?:\s|&nbsp;|<[^<>]*>)*)$/i;

/**
 * DEF7: an amount includes its currency symbol, so the author's symbol is superfluous. The text after the symbol is kept, so that no markup
 * is lost.
 */
export function currencyBefore(tag: FoundMetatag & { wellFormed: true }, text: string): Finding | null {
  if (metatagNamed(tag.name)?.type !== 'money') return null;
  const match = currencyAtEnd.exec(text.slice(Math.max(0, tag.start - 80), tag.start));
  if (!match) return null;
  const between = match[1]!.trimStart();
  return {
    code: 'DUPLICATE_CURRENCY',
    metatag: tag.name,
    suggestion: `${between}{{${tag.name}}}`,
    start: tag.start - match[0].length,
    end: tag.end,
  };
}

const singleBrace = /(?<![{$])\{\s{0,2}(\p{L}[\p{L}\d_.]{0,60})(?:\s{0,2}\}(?!\}))?/gu;

/** TAG3: words after a single brace that no metatag contains. Markup has such braces, so it is not searched. */
export function singleBraces(
  found: readonly FoundMetatag[],
  { text, kind, trigger, channel }: TemplateText,
): Finding[] {
  if (kind === 'html' || !text.includes('{')) return [];
  let next = 0;
  return [...text.matchAll(singleBrace)].flatMap((match): Finding[] => {
    const { 0: written, 1: word = '', index: start } = match;
    const end = start + written.length;
    while (next < found.length && found[next]!.end <= start) next++;
    if (next < found.length && found[next]!.start < end) return [];
    const suggestion = usualMetatag(word, trigger) ?? nearestMetatag(word, trigger, channel);
    return [{ code: 'SINGLE_BRACE', metatag: written, suggestion, start, end }];
  });
}

/** The usual metatag of a trigger with this field, or with this word as a synonym. */
function usualMetatag(word: string, trigger: Trigger): string | undefined {
  const wanted = word.toLowerCase();
  return usualMetatags[trigger].find(
    (name) => name.split('.').at(-1) === wanted || metatagSynonyms(name).includes(wanted),
  );
}

/** DEF7: warns if the text with the catalogue's examples exceeds the limit. The issue is at the longest example, the one to change. */
export function smsOverflow(found: readonly FoundMetatag[], { text, trigger, channel }: TemplateText): Finding | null {
  let length = codePoints(text);
  let longest: { metatag: Metatag; tag: FoundMetatag } | null = null;
  for (const tag of found) {
    const metatag = tag.wellFormed ? metatagNamed(tag.name) : undefined;
    if (!metatag || !tag.wellFormed) continue;
    length += codePoints(metatag.example) - (tag.end - tag.start);
    if (!longest || metatag.example.length > longest.metatag.example.length) longest = { metatag, tag };
  }
  if (length <= limits.sms.max) return null;
  if (!longest) return { code: 'SMS_MAY_OVERFLOW', metatag: null, length, start: 0, end: text.length };
  const { name, example } = longest.metatag;
  const related = relatedMetatag(name, trigger, channel);
  const isShorter = related !== null && metatagNamed(related)!.example.length < example.length;
  return {
    ...spanOf(longest.tag),
    code: 'SMS_MAY_OVERFLOW',
    metatag: name,
    length,
    suggestion: isShorter ? related : null,
  };
}

/** The number of code points (CHK3): an emoji counts as one. */
function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
