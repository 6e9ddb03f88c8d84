import { attributesOf, nameOf, tagsIn, type HtmlAttribute, type HtmlTag } from '../../html/tags.ts';

/** The attributes of HTML and MJML whose value is an address. */
const names: ReadonlySet<string> = new Set(['action', 'background', 'background-url', 'href', 'poster', 'src']);

/** Addresses in which programs do not decode what is percent-encoded: the number or the recipient of a message. */
const undecoded = /^\s*(?:tel|sms|mailto):[^?]*$/i;

/**
 * Returns a function that says whether an offset is inside an address, where a value is percent-encoded (TAG2). Offsets must ascend, so
 * that the text is read once.
 */
export function addressesIn(text: string): (offset: number) => boolean {
  const tags = tagsIn(text);
  let tag: HtmlTag | undefined = first(tags);
  let attributes: Generator<HtmlAttribute> | undefined;
  let attribute: HtmlAttribute | undefined;
  return (offset) => {
    while (tag && tag.end <= offset) {
      tag = first(tags);
      attributes = undefined;
    }
    if (!tag || offset < tag.start) return false;
    if (!attributes) {
      attributes = attributesOf(text, tag);
      attribute = first(attributes);
    }
    while (attribute && attribute.end <= offset) attribute = first(attributes);
    if (!attribute || offset < attribute.from || !names.has(nameOf(text, attribute))) return false;
    return !undecoded.test(text.slice(attribute.from, Math.min(offset, attribute.from + longestScheme)));
  };
}

/** A scheme and a number or recipient are shorter. */
const longestScheme = 400;

function first<T>(values: Generator<T>): T | undefined {
  const { done, value } = values.next();
  return done ? undefined : value;
}
