/** One option of a command; a string option takes a value. */
export type Option = { type: 'string' | 'boolean'; description: string; value?: string; required?: boolean };

/** The input of a command: options by name, positional arguments, and the environment. */
export type Input = {
  values: Record<string, string | boolean | undefined>;
  args: string[];
  json: boolean;
  environment: Record<string, string | undefined>;
};

/** The output of a command, for `--json` and for people; `warnings` are for both. Exit status 1: the input was rejected. */
export type CommandOutput = { json: unknown; text: string; warnings?: readonly string[]; exitCode?: 0 | 1 };

/** One command of the command line. */
export type Command = {
  /** The words after `retoma`: `store set ID --active true|false`. */
  usage: string;
  summary: string;
  options: Record<string, Option>;
  /** The number of positional arguments; `any`: the command checks it. */
  args: number | 'any';
  run: (input: Input) => Promise<CommandOutput>;
};

/** Wrong usage or an unreadable file: exit status 2, the message on stderr. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Rejected input, with a text for people and a code for programs: exit status 1. */
export const refusal = (code: string, text: string): CommandOutput => ({
  json: { error: code, message: text },
  text,
  exitCode: 1,
});

/** The value of a string option; UsageError if it is missing. */
export function required(input: Input, name: string): string {
  const value = input.values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is required`);
  return value;
}

/** The value of a boolean option; undefined if it is absent. */
export function flag(input: Input, name: string): boolean | undefined {
  const value = input.values[name];
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new UsageError(`--${name} must be true or false`);
  return value === 'true';
}
