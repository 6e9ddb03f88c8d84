/** The word that was probably meant, where one is near enough; undefined where none is. Case and the kind of separator do not count. */
export function closest(word: unknown, candidates: readonly string[]): string | undefined {
  if (typeof word !== 'string' || word.length > 40) return undefined;
  const wanted = plain(word);
  if (wanted === '') return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, plain(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best ?? onlyWithPart(wanted, candidates);
}

/** `email` → `send_email`: the one candidate that has the word as a part of its own. */
function onlyWithPart(wanted: string, candidates: readonly string[]): string | undefined {
  const found = candidates.filter((candidate) => `_${plain(candidate)}_`.includes(`_${wanted}_`));
  return wanted.length > 2 && found.length === 1 ? found[0] : undefined;
}

const plain = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replace(/[-_.\s]+/g, '_');

/** Levenshtein's distance, two neighbours changed over counting once. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
