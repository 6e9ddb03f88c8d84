/** Chooses one of `options` options; returns its index. */
export type Choose = (options: number) => number;

/**
 * Runs `play` once for each sequence of choices, ordered by how many of them differ from the first option. Stops when `play` returns
 * 'stop'. Returns whether every sequence was run. After equal choices `play` must make the same next request.
 */
export function explore(play: (choose: Choose) => 'go on' | 'stop'): boolean {
  // waiting[n]: sequences with n choices that differ from the first option. A sequence refers to an earlier one up to `at` and has another
  // option there; this takes less memory than a copy.
  const waiting: Beginning[][] = [[{ choices: [], at: -1, option: 0 }]];
  for (let differences = 0; differences < waiting.length; differences++) {
    for (const beginning of waiting[differences]!) {
      const prefix = choicesOf(beginning);
      const chosen: number[] = [];
      const options: number[] = [];
      const result = play((count) => {
        const choice = prefix[chosen.length] ?? 0;
        if (choice >= count) throw new Error('play requested another choice after equal choices');
        chosen.push(choice);
        options.push(count);
        return choice;
      });
      const next = (waiting[differences + 1] ??= []);
      for (let at = prefix.length; at < chosen.length; at++) {
        for (let option = 1; option < options[at]!; option++) next.push({ choices: chosen, at, option });
      }
      if (next.length === 0) waiting.length = differences + 1;
      if (result === 'stop') return isLast(beginning, waiting, differences);
    }
  }
  return true;
}

/** The beginning of a sequence: the choices before `at`, then `option`. */
type Beginning = { readonly choices: readonly number[]; readonly at: number; readonly option: number };

const choicesOf = ({ choices, at, option }: Beginning): number[] => (at < 0 ? [] : [...choices.slice(0, at), option]);

const isLast = (beginning: Beginning, waiting: Beginning[][], differences: number): boolean =>
  waiting.length === differences + 1 && waiting[differences]!.at(-1) === beginning;
