import { planSecret, rotateSecret } from '@retoma/server/commands';
import { refusal, type Command } from '../command.ts';

const make: Command = {
  usage: 'secret new',
  summary: 'Make a new secret for the server, and tell how it takes the place of the old one',
  options: {},
  args: 0,
  run({ environment }) {
    const { first, then, last, file } = planSecret(environment);
    const where = file === undefined ? 'RETOMA_SECRET of every process' : `the file ${file}`;
    const text = [
      `Each step: put the value into ${where}, and restart all of them before the next.`,
      '',
      `1. Take both, make with the old one:\n\n${first}\n`,
      `2. Make with the new one:\n\n${then}\n`,
      '3. Run `retoma secret rotate` under that value: it seals anew what is kept. Make new API keys (`retoma key rotate`).',
      '',
      `4. When no old key and no link of an old message is wanted any more, take the old one out:\n\n${last}`,
    ].join('\n');
    return Promise.resolve({ json: { first, then, last, file: file ?? null }, text });
  },
};

const rotate: Command = {
  usage: 'secret rotate',
  summary: 'Seal every credential anew under the newest secret; safe beside a running service, and again',
  options: {},
  args: 0,
  async run({ environment }) {
    const { resealed, current, unreadable } = await rotateSecret(environment);
    const text = `${resealed} sealed anew, ${current} were already under the newest secret.`;
    if (unreadable.length === 0) return { json: { resealed, current, unreadable }, text };
    const lost = unreadable.map(({ table, id }) => `${table} ${id}`).join('\n');
    const { json, ...rest } = refusal(
      'UNREADABLE_CREDENTIALS',
      `${text}\n${unreadable.length} cannot be read under any secret given, and must be entered again:\n${lost}`,
    );
    return { ...rest, json: { ...(json as object), resealed, current, unreadable } };
  },
};

/** Commands that replace the server's secret. */
export const secretCommands = { 'secret new': make, 'secret rotate': rotate };
