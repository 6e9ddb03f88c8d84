import type { Channel } from '@retoma/flow';
import { required, UsageError, type Input, type Option } from './command.ts';

/** Channels as people write them, in both languages. */
export const channelLabels: Record<Channel, string> = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' };

/** `--store` of commands that do nothing without one. */
export const storeOption: Option = { type: 'string', value: 'ID', description: 'The store', required: true };

/** The word as the id of a store, or of what else it should be; UsageError where it is none. */
export function uuid(word: string, of = 'a store'): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) throw new UsageError(`${word} is no id of ${of}`);
  return word.toLowerCase();
}

/** The value of an option that takes one of some words; UsageError where it is absent or another. */
export function oneOf<Choice extends string>(input: Input, name: string, choices: readonly Choice[]): Choice {
  const asked = required(input, name);
  const choice = choices.find((choice) => choice === asked);
  if (choice === undefined) throw new UsageError(`--${name} takes ${choices.join(', ')}`);
  return choice;
}

/** The value of an option that takes a number from 1 to `most`; undefined where it is absent, UsageError where it is something else. */
export function integerOption({ values }: Input, name: string, most: number): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > most) throw new UsageError(`--${name} takes a number from 1 to ${most}`);
  return number;
}
