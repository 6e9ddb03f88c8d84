import { editDistance } from './edit-distance.ts';

/** The candidate that a word probably means; undefined if none is near enough. Case and kind of separator are ignored. */
export function closest(word: unknown, candidates: readonly string[]): string | undefined {
  if (typeof word !== 'string' || word.length > 40) return undefined;
  const wanted = plain(word);
  if (wanted === '') return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const name = plain(candidate);
    // The distance is at least the difference of the lengths.
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, name);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best ?? onlyWithPart(wanted, candidates);
}

/** The only candidate with the word as one of its parts: `email` → `send_email`. */
function onlyWithPart(wanted: string, candidates: readonly string[]): string | undefined {
  const found = candidates.filter((candidate) => `_${plain(candidate)}_`.includes(`_${wanted}_`));
  return wanted.length > 2 && found.length === 1 ? found[0] : undefined;
}

const plain = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[-_.\s]+/g, '_');
