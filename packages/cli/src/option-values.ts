import type { Channel } from '@retoma/flow';
import { required, UsageError, type Input, type Option } from './command.ts';

/** Labels of channels, the same in both languages. */
export const channelLabels: Record<Channel, string> = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' };

/** The option `--store` of commands that require a store. */
export const storeOption: Option = { type: 'string', value: 'ID', description: 'Store ID', required: true };

/** Whether a word is a UUID. */
export const isUuid = (word: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);

/** Checks that a word is a UUID and returns it in lower case; UsageError if not, which names `of`. */
export function uuid(word: string, of = 'store'): string {
  if (!isUuid(word)) throw new UsageError(`${word} is not a valid ${of} ID`);
  return word.toLowerCase();
}

/** The value of an option with fixed choices; UsageError if it is absent or another value. */
export function oneOf<Choice extends string>(input: Input, name: string, choices: readonly Choice[]): Choice {
  const requested = required(input, name);
  const choice = choices.find((choice) => choice === requested);
  if (choice === undefined) throw new UsageError(`--${name} must be one of: ${choices.join(', ')}`);
  return choice;
}

/** The value of an option that takes an integer from 1 to `max`; undefined if it is absent, UsageError if it is anything else. */
export function integerOption({ values }: Input, name: string, max: number): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max) throw new UsageError(`--${name} must be a number from 1 to ${max}`);
  return number;
}
