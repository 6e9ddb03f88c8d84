// What a shopper enters becomes part of messages that a store sends. A web address in it would turn such a message into an
// advertisement of a third party, so the payment page refuses one, and messages leave it out (COM20).
//
// INV1. A text without an address is returned unchanged.
// INV2. The result of `withoutWebAddress` has no address, and a second call changes nothing.
// INV3. Characters that only look like others, or are not visible, hide no address: it is searched for in the text's compatibility form.

/** Endings of two letters are countries, save for the particles of Portuguese names, as in `Av.do Sol`. Of the longer ones these are used most. */
const endings =
  '(?!(?:da|de|do|na|no)(?![a-z]))[a-z]{2}|xn--[a-z0-9-]{1,59}|com|net|org|info|biz|app|dev|shop|store|loja|online|site|website|web|xyz|' +
  'top|club|link|live|life|icu|vip|win|bet|bid|pro|page|blog|tech|cloud|digital|click|space|fun|host|press|news|today|world|center|' +
  'email|agency|company|group|network|services|support|solutions|finance|money|cash|bank|loan|loans|credit|promo|sale|deals|gift|' +
  'gifts|cards|games|casino|mobi|name|tel|edu|gov|mil|int|zip|mov|example|test|local|onion';

// Bounded, and of a domain only its last two labels: the time grows with the length of a text and no faster.
const label = String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?`;
const lastLabel = String.raw`(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})`;
const end = String.raw`(?![\p{L}\p{N}_-])`;

/** A word that is surely an address: a scheme, `www.`, a domain with what follows one or with a known ending, an IP address. */
const addressWord = new RegExp(
  [
    ':\\/\\/',
    String.raw`(?<![\p{L}\p{N}])(?:https?|ftp|mailto|javascript|data|intent):[^\s]`,
    String.raw`(?<![\p{L}\p{N}])www\d?\.[^\s]`,
    String.raw`${label}\.${lastLabel}\.?(?:[/\\?#]|:\d)`,
    String.raw`${label}\.(?:${endings})${end}`,
    String.raw`(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}${end}`,
  ].join('|'),
  'iu',
);

/** What a phone may still take for a domain, such as `Maria.Silva`: with a space after the dot it is none. */
const dottedWord = new RegExp(String.raw`(?<=[\p{L}\p{N}_-])\.(?=${lastLabel})`, 'giu');

/** Nothing else can be a part of an address, or be read as one: most texts are done here. */
const mayHaveAddress = /[.:/\u0250-\uffff]/;

/** Invisible characters that readers skip: format and control characters, variation selectors, fillers. */
const invisible = /[\p{Cf}\p{Cc}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu;

/** Marks that browsers and phones read as the dot, the colon and the slash of an address. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/[\u3002\uff61\u2024\u2027\u0701\u0702\ua4f8\u06d4]/gu, '.'],
  [/[\u2044\u2215\u29f8\u2571]/gu, '/'],
  [/[\ua789\u2236\u02d0\u05c3]/gu, ':'],
];

/** Whether a text holds a web address, however it is written. */
export const hasWebAddress = (text: string): boolean =>
  mayHaveAddress.test(text) && plainForm(text).split(/\s+/u).some(isAddress);

/** The text without the words that hold a web address; the text itself if none does. */
export function withoutWebAddress(text: string): string {
  if (!mayHaveAddress.test(text)) return text;
  const plain = plainForm(text);
  const tokens = plain.split(/\s+/u);
  const rest = tokens.filter((word) => !isAddress(word));
  if (rest.length === tokens.length && plain.search(dottedWord) === -1) return text;
  return rest.join(' ').replace(dottedWord, '. ').trim();
}

const isAddress = (word: string): boolean => addressWord.test(word);

/** The text as its readers see it: compatibility forms resolved, nothing invisible. */
function plainForm(text: string): string {
  let plain = text.toWellFormed().normalize('NFKC');
  plain = plain.replace(invisible, (character) => (/\s/.test(character) ? ' ' : ''));
  for (const [pattern, replacement] of lookalikes) plain = plain.replace(pattern, replacement);
  return plain.normalize('NFKC');
}
