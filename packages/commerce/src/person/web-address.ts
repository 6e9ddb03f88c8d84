// Text that a shopper enters becomes part of a store's messages. A web address in it would make such a message an advertisement of a third
// party. So the payment page refuses web addresses, and messages omit them (COM20).
//
// INV1. A text without an address is returned unchanged.
// INV2. The result of `withoutWebAddress` has no address, and a second call changes nothing.
// INV3. Lookalike or invisible characters cannot hide an address: the search uses the compatibility form of the text.
import { invisible } from './pasted.ts';

/**
 * The last labels of countries, by IANA's list of 2026: `R.XV`, `Av.JK` and `Rod.SP` end in none. Without the particles of Portuguese names,
 * as in `Av.do Sol`.
 */
const countries =
  'a[c-gilmoq-uwxz]|b[abd-jmnorstvwyz]|c[acdf-ik-oru-z]|d[jkmz]|e[cegr-u]|f[ijkmor]|g[abd-ilmnp-uwy]|h[kmnrtu]|i[del-oq-t]|' +
  'j[emop]|k[eghimnprwyz]|l[abcikr-vy]|m[acdeghk-z]|n[cefgilpruz]|om|p[ae-hk-nrstwy]|qa|r[eosuw]|s[a-eg-or-vx-z]|' +
  't[cdfghj-ortvwz]|u[agksyz]|v[aceginu]|w[fs]|y[et]|z[amw]';

/** The other last labels that make a domain: names in other scripts, and the most used longer ones. */
const longer =
  'xn--[a-z0-9-]{1,59}|com|net|org|info|biz|app|dev|shop|store|loja|online|site|website|web|xyz|' +
  'top|club|link|live|life|icu|vip|win|bet|bid|pro|page|blog|tech|cloud|digital|click|space|fun|host|press|news|today|world|center|' +
  'email|agency|company|group|network|services|support|solutions|finance|money|cash|bank|loan|loans|credit|promo|sale|deals|gift|' +
  'gifts|cards|games|casino|mobi|name|tel|edu|gov|mil|int|zip|mov|example|test|local|onion';

// Labels are bounded, and only the last two of a domain are matched, so that the time is linear in the length of the text.
const label = String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?`;
const lastLabel = String.raw`(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})`;
const end = String.raw`(?![\p{L}\p{N}_-])`;

/** A word that is certainly an address: a scheme, `www.`, a domain with a path or port or with a known ending, an IP address. */
const addressWord = new RegExp(
  [
    ':\\/\\/',
    String.raw`(?<![\p{L}\p{N}])(?:https?|ftp|mailto|javascript|data(?=:[a-z]+\/)|intent):[^\s]`,
    String.raw`www\d?\.[^\s]`,
    String.raw`${label}\.${lastLabel}\.?(?:[/\\?#]|:\d)`,
    String.raw`${label}\.(?:${countries}|${longer})${end}`,
    String.raw`(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}${end}`,
  ].join('|'),
  'iu',
);

/** Abbreviations of Brazilian addresses, titles and companies. */
const abbreviations: ReadonlySet<string> = new Set(
  (
    'r rua av ave avenida rod rodovia al tv trav pc pç pca pça est estr estrada lgo vl jd pq apto apt ap bl bloco ed cj conj cond res qd ' +
    'quadra lt sl lj km ltda cia eireli epp mei dr dra prof profa sta sto pe cel cap mal gal ten eng alm sen dep des pres mons'
  ).split(' '),
);
const isLonger = new RegExp(`^(?:${longer})$`);

/** A dot that a phone may take for part of a domain, as in `Maria.Silva`; a space after the dot prevents this. */
const dottedWord = new RegExp(String.raw`(?<=[\p{L}\p{N}_-])\.(?=${lastLabel})`, 'giu');

/** Characters without which a text has no address. Most texts have none of them and need no further check. */
const mayHaveAddress = /[.:/\u0250-\uffff]/;

/** Characters that browsers and phones treat as the dot, slash or colon of an address. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/[\u3002\uff61\u2024\u2027\u0701\u0702\ua4f8\u06d4]/gu, '.'],
  [/[\u2044\u2215\u29f8\u2571]/gu, '/'],
  [/[\ua789\u2236\u02d0\u05c3]/gu, ':'],
];

/** Whether a text contains a web address in any notation. */
export const hasWebAddress = (text: string): boolean =>
  mayHaveAddress.test(text) && plainForm(text).split(/\s+/u).some(isAddress);

/** The text without the words that contain a web address; the text itself if there are none. */
export function withoutWebAddress(text: string): string {
  if (!mayHaveAddress.test(text)) return text;
  const plain = plainForm(text);
  const tokens = plain.split(/\s+/u);
  const rest = tokens.filter((word) => !isAddress(word));
  if (rest.length === tokens.length && plain.search(dottedWord) === -1) return text;
  return rest.join(' ').replace(dottedWord, '. ').trim();
}

const isAddress = (word: string): boolean =>
  addressWord.test(word) &&
  addressWord.test(word.replace(/[^,;()]+/g, (part) => (isAbbreviated(part.toLowerCase()) ? '' : part)));

/**
 * Whether a word is abbreviations and a name, though the name may look like the ending of a domain: `Rod.BR`, `R.Pe.Anchieta`,
 * `Av.Com.Franco`, `Ltda.ME`. One that goes on like an address (`r.me/x`, `av.com.br`) is none.
 */
function isAbbreviated(word: string): boolean {
  if (/[^\p{L}\p{N}.'’-]/u.test(word)) return false;
  const labels = word.replace(/(?<!\.)\.+$/, '').split('.');
  let at = 0;
  while (abbreviations.has(labels[at] ?? '')) at++;
  const name = labels.slice(at).join('.');
  return at > 0 && !isLonger.test(name) && !addressWord.test(name);
}

/** The visible form of a text: compatibility forms resolved, invisible characters removed. */
function plainForm(text: string): string {
  let plain = text.toWellFormed().normalize('NFKC');
  // The byte order mark counts as a space for `\s`, and no one sees it.
  plain = plain.replace(/[^\S\ufeff]/g, ' ').replace(invisible, '');
  for (const [pattern, replacement] of lookalikes) plain = plain.replace(pattern, replacement);
  return plain.normalize('NFKC');
}
