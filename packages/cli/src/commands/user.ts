import { createUser, withDatabase } from '@retoma/server/commands';
import { refusal, required, type Command } from '../command.ts';

const create: Command = {
  usage: 'user create --email E',
  summary: 'Make a person who may sign in to the panel',
  options: { email: { type: 'string', value: 'E', description: 'Their e-mail', required: true } },
  words: 0,
  async run(input) {
    const email = required(input, 'email');
    if (email.length > 254 || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
      return refusal('INVALID_EMAIL', `${email} is no e-mail address.`);
    const user = await withDatabase(input.environment, ({ db }) => createUser(db, email));
    if (!user) return refusal('EMAIL_TAKEN', `${email} already has a user.`);
    return { json: user, text: `${user.email}\n${user.password}\n\nThe password is shown only this once.` };
  },
};

/** People: create. */
export const userCommands = { 'user create': create };
