/** Answers which of so many options is taken, from 0. */
export type Choose = (options: number) => number;

/**
 * Runs `play` once for every sequence of choices it can be given, those that differ least from always taking the first option
 * first. Stops when `play` says so; answers whether every sequence was run. `play` must ask the same question after the same
 * answers.
 */
export function explore(play: (choose: Choose) => 'go on' | 'stop'): boolean {
  // waiting[n]: sequences with n choices that are not the first option. A sequence is an earlier one up to `at`, with another
  // option there; keeping that instead of a copy keeps the memory small.
  const waiting: Beginning[][] = [[{ choices: [], at: -1, option: 0 }]];
  for (let differences = 0; differences < waiting.length; differences++) {
    for (const beginning of waiting[differences]!) {
      const given = choicesOf(beginning);
      const taken: number[] = [];
      const options: number[] = [];
      const verdict = play((count) => {
        const choice = given[taken.length] ?? 0;
        if (choice >= count) throw new Error('the play asked another question after the same answers');
        taken.push(choice);
        options.push(count);
        return choice;
      });
      const next = (waiting[differences + 1] ??= []);
      for (let at = given.length; at < taken.length; at++) {
        for (let option = 1; option < options[at]!; option++) next.push({ choices: taken, at, option });
      }
      if (next.length === 0) waiting.length = differences + 1;
      if (verdict === 'stop') return isLast(beginning, waiting, differences);
    }
  }
  return true;
}

/** The choices before `at`, and then this option. */
type Beginning = { readonly choices: readonly number[]; readonly at: number; readonly option: number };

const choicesOf = ({ choices, at, option }: Beginning): number[] => (at < 0 ? [] : [...choices.slice(0, at), option]);

const isLast = (beginning: Beginning, waiting: Beginning[][], differences: number): boolean =>
  waiting.length === differences + 1 && waiting[differences]!.at(-1) === beginning;
