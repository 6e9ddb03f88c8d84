import { planSecret, rotateSecret } from '@retoma/server/commands';
import { refusal, type Command } from '../command.ts';

const make: Command = {
  usage: 'secret new',
  summary: 'Generate a new server secret and print the steps to rotate it',
  options: {},
  args: 0,
  run({ environment }) {
    const { first, then, last, file } = planSecret(environment);
    const where = file === undefined ? 'RETOMA_SECRET of every process' : `the file ${file}`;
    const text = [
      `In each step, set the value in ${where} and restart every process before the next step.`,
      '',
      `1. Accept both secrets, use the old one:\n\n${first}\n`,
      `2. Accept both secrets, use the new one:\n\n${then}\n`,
      '3. Run `retoma secret rotate` with that value to re-encrypt stored credentials. Rotate API keys (`retoma key rotate`).',
      '',
      `4. Once old keys and links in old messages are no longer needed, remove the old secret:\n\n${last}`,
    ].join('\n');
    return Promise.resolve({ json: { first, then, last, file: file ?? null }, text });
  },
};

const rotate: Command = {
  usage: 'secret rotate',
  summary: 'Re-encrypt all credentials with the newest secret; safe while the service runs',
  options: {},
  args: 0,
  async run({ environment }) {
    const { resealed, current, unreadable } = await rotateSecret(environment);
    const text = `${resealed} credentials re-encrypted, ${current} already up to date.`;
    if (unreadable.length === 0) return { json: { resealed, current, unreadable }, text };
    const lost = unreadable.map(({ table, id }) => `${table} ${id}`).join('\n');
    const { json, ...rest } = refusal(
      'UNREADABLE_CREDENTIALS',
      `${text}\n${unreadable.length} cannot be decrypted with any given secret and must be entered again:\n${lost}`,
    );
    return { ...rest, json: { ...(json as object), resealed, current, unreadable } };
  },
};

/** Commands that replace the server's secret. */
export const secretCommands = { 'secret new': make, 'secret rotate': rotate };
