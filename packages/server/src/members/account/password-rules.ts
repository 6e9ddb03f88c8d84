import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { storeTerms } from './store-terms.ts';

/** AUT1: the allowed length of a chosen password, in characters. */
export const passwordLength = { min: 12, max: 256 } as const;

/** How many of the most used passwords, and of the most used Portuguese words, are refused with digits and signs around them. */
const listed = 10_000;

/** How many guesses a password must need by the estimate. */
const fewestGuesses = 1e10;

/** The longest text that is estimated, in characters: a longer one is not a word with digits, and its estimate would take too long. */
const longestEstimated = 32;

/** What a password must not repeat: its user's e-mail and name, and the names of their stores. */
export type PasswordOwner = { readonly email: string; readonly names: readonly string[] };

/**
 * AUT1: whether a password is too easy to guess: too short, fewer than three different characters, one of the 10,000 most used, a
 * Portuguese word or name, the user's own e-mail or name, or a store's name. Digits and signs around such a word, and its repetition, make
 * no difference. One of words, brands, teams and own names joined with digits is estimated, and refused if it needs too few guesses.
 */
export async function isWeakPassword(password: string, { email, names }: PasswordOwner): Promise<boolean> {
  const letters = Array.from(password.normalize('NFKC').trim());
  if (letters.length < passwordLength.min || new Set(letters).size < 3) return true;
  const { used, estimator } = await (loaded ??= load());
  const own = [email, email.split('@')[0]!, ...names].map(fold);
  const candidates = candidatesOf(fold(letters.join('')));
  if (candidates.some((one) => one === '' || used.has(one) || own.includes(one) || own.map(compact).includes(one)))
    return true;
  if (letters.length > longestEstimated) return false;
  const ownWords = own.flatMap((text) => [text, compact(text), ...text.split(/[^a-z0-9]+/)]);
  return (
    estimator.check(
      fold(letters.join('')),
      ownWords.filter((word) => word.length > 2),
    ).guesses < fewestGuesses
  );
}

/** In lower case, without accents, with single spaces. */
const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

const compact = (text: string): string => text.replaceAll(/[^a-z0-9]/g, '');

/** The texts to look up: the password, the password without leading and trailing non-letters, and the units that these repeat. */
function candidatesOf(password: string): string[] {
  const core = password.replace(/^[^a-z]+/, '').replace(/(?<![^a-z])[^a-z]+$/, '');
  return [password, core, compact(core), unitOf(password), unitOf(core)];
}

/** The shortest text that the given text repeats, without trailing non-letters; the text itself if it repeats nothing. */
// oxlint-disable-next-line regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- a password is short
const unitOf = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1]?.replace(/(?<![^a-z])[^a-z]+$/, '') ?? text;

let loaded: Promise<{ readonly used: ReadonlySet<string>; readonly estimator: ZxcvbnFactory }> | undefined;

/** Loaded when the first password is chosen: the lists are large, and most processes never need them. */
async function load() {
  const [{ ZxcvbnFactory: Estimator }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const passwords = common.dictionary['passwords-common'];
  const {
    'commonWords-pt-br': commonWords,
    'firstnames-pt-br': first,
    'lastnames-pt-br': last,
  } = portuguese.dictionary;
  const lists = [passwords.slice(0, listed), commonWords.slice(0, listed), first, last];
  const estimator = new Estimator({
    dictionary: { ...common.dictionary, ...portuguese.dictionary, storeTerms: [...storeTerms] },
    graphs: common.adjacencyGraphs,
    // More of them multiply the time of an estimate, and find no other words.
    l33tMaxSubstitutions: 8,
  });
  return { used: new Set(lists.flat().map(fold)), estimator };
}
