/** One option of a command; a string option takes a value. */
export type Option = { type: 'string' | 'boolean'; description: string; value?: string; required?: boolean };

/** What a command is given: options by name, the words that are not options, and the environment. */
export type Input = {
  values: Record<string, string | boolean | undefined>;
  words: string[];
  json: boolean;
  environment: Record<string, string | undefined>;
};

/** What a command answers: for `--json` and for people; `warnings`, for both. Exit status 1 says that the input was found wrong. */
export type Answer = { json: unknown; text: string; warnings?: readonly string[]; exitCode?: 0 | 1 };

/** One command of the command line. */
export type Command = {
  /** After `retoma`: `store set ID --active true|false`. */
  usage: string;
  summary: string;
  options: Record<string, Option>;
  /** How many words it takes; `any`: what the command itself decides. */
  words: number | 'any';
  run: (input: Input) => Promise<Answer>;
};

/** Wrong usage or an unreadable file: exit status 2, the message on stderr. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The input was found wrong, with words for a person and a code for programs: exit status 1. */
export const refusal = (code: string, text: string): Answer => ({
  json: { error: code, message: text },
  text,
  exitCode: 1,
});

/** The value of a string option; UsageError where it is missing. */
export function required(input: Input, name: string): string {
  const value = input.values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is required`);
  return value;
}

/** The value of an option that says true or false; undefined where it is absent. */
export function flag(input: Input, name: string): boolean | undefined {
  const value = input.values[name];
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new UsageError(`--${name} takes true or false`);
  return value === 'true';
}
