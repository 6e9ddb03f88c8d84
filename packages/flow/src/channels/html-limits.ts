import { limits } from '../members/limits.ts';

/**
 * The limits of the HTML of one e-mail. Mail programs clip an e-mail at about 100,000 characters, and mail servers refuse one far above
 * these. `chars`: embedded pictures included. `tags`: every `<`. `metatags`: every `{{`.
 */
export const htmlLimits = { chars: limits.rendered.email, tags: 10_000, pictures: 100, metatags: 10_000 } as const;

/** Whether an e-mail can be made of this HTML. */
export const isWithinHtmlLimits = (html: string): boolean =>
  html.length <= htmlLimits.chars &&
  occursUpTo(html, '<', htmlLimits.tags) &&
  occursUpTo(html, 'data:', htmlLimits.pictures) &&
  isWithinMetatagLimit(html);

/** Whether a text has no more metatags than one is rendered with (TAG5). */
export const isWithinMetatagLimit = (text: string): boolean =>
  occursUpTo(text, '{{', htmlLimits.metatags) && isEncodedWithin(text, 2 * htmlLimits.metatags);

/** Whether a text has at most `limit` encoded braces, of which a metatag needs two. */
function isEncodedWithin(text: string, limit: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(/%(?:25)?7b|&#(?:123|x7b);/gi)) if (++count > limit) return false;
  return true;
}

/** Whether a word occurs at most `limit` times. */
function occursUpTo(text: string, word: string, limit: number): boolean {
  let at = -1;
  for (let count = 0; count <= limit; count++) {
    at = text.indexOf(word, at + 1);
    if (at < 0) return true;
  }
  return false;
}
