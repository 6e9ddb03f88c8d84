import {
  createUser,
  grantMembership,
  listUsers,
  resetUser,
  revokeMembership,
  roles,
  withDatabase,
  type MembershipRefusal,
} from '@retoma/server/commands';
import { refusal, required, type CommandOutput, type Command, type Option } from '../command.ts';
import { oneOf, storeOption, uuid } from '../option-values.ts';

const emailOption: Option = { type: 'string', value: 'E', description: 'Their e-mail', required: true };
const onlyOnce = 'The password is shown only this once.';

const create: Command = {
  usage: 'user create --email E',
  summary: 'Make a person who may sign in to the panel',
  options: { email: emailOption },
  args: 0,
  async run(input) {
    const email = required(input, 'email');
    if (email.length > 254 || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
      return refusal('INVALID_EMAIL', `${email} is no e-mail address.`);
    const user = await withDatabase(input.environment, ({ usersDb }) => createUser(usersDb, email));
    if (!user) return refusal('EMAIL_TAKEN', `${email} already has a user.`);
    return { json: user, text: `${user.email}\n${user.password}\n\n${onlyOnce}` };
  },
};

const grant: Command = {
  usage: 'user grant --email E --store ID --role owner|editor|support|reader',
  summary: 'Let a user work for a store, or change as what',
  options: {
    email: emailOption,
    store: storeOption,
    role: { type: 'string', value: roles.join('|'), description: 'As what', required: true },
  },
  args: 0,
  async run(input) {
    const email = required(input, 'email');
    const storeId = uuid(required(input, 'store'));
    const role = oneOf(input, 'role', roles);
    const granted = await withDatabase(input.environment, ({ people, audit }) =>
      grantMembership(people, { storeId, email }, role, audit),
    );
    if (!granted.ok) return unchanged(granted.code, email, storeId);
    return {
      json: { userId: granted.userId, storeId, role },
      text: `${email} works for store ${storeId} as ${role}.`,
    };
  },
};

const revoke: Command = {
  usage: 'user revoke --email E --store ID',
  summary: 'A user works for a store no more',
  options: { email: emailOption, store: storeOption },
  args: 0,
  async run(input) {
    const email = required(input, 'email');
    const storeId = uuid(required(input, 'store'));
    const revoked = await withDatabase(input.environment, ({ people, audit }) =>
      revokeMembership(people, { storeId, email }, audit),
    );
    if (!revoked.ok) return unchanged(revoked.code, email, storeId);
    return {
      json: { userId: revoked.userId, storeId, revoked: true },
      text: `${email} works for store ${storeId} no more.`,
    };
  },
};

const list: Command = {
  usage: 'user list [--store ID]',
  summary: 'List who may sign in, and for which stores they work',
  options: { store: { ...storeOption, required: false } },
  args: 0,
  async run({ values, environment }) {
    const storeId = typeof values['store'] === 'string' ? uuid(values['store']) : undefined;
    const users = await withDatabase(environment, ({ people }) => listUsers(people, storeId));
    const lines = users.flatMap(({ email, totp, passkeys, stores }) => [
      `${email}${totp || passkeys > 0 ? '  (second factor on)' : ''}`,
      ...stores.map(({ storeId, name, role }) => `  ${storeId}  ${role.padEnd(7)}  ${name}`),
    ]);
    return { json: { users }, text: lines.join('\n') || 'No users.' };
  },
};

const reset: Command = {
  usage: 'user reset --email E [--totp]',
  summary: 'Give a user a new password; their sessions end',
  options: {
    email: emailOption,
    totp: {
      type: 'boolean',
      description: 'Take their authenticator app, passkeys and recovery codes away too, where these are lost',
    },
  },
  args: 0,
  async run(input) {
    const email = required(input, 'email');
    const secondFactor = input.values['totp'] === true;
    const user = await withDatabase(input.environment, ({ people }) => resetUser(people, email, { secondFactor }));
    if (!user) return noUser(email);
    const note = user.secondFactorRemoved ? '\nTheir second factor is off.' : '';
    return { json: user, text: `${user.email}\n${user.password}\n\n${onlyOnce}${note}` };
  },
};

/** The refusal of an e-mail that is no user's. */
export const noUser = (email: string): CommandOutput => refusal('USER_NOT_FOUND', `Nobody signs in as ${email}.`);

function unchanged(code: MembershipRefusal, email: string, storeId: string): CommandOutput {
  const texts = {
    USER_NOT_FOUND: `Nobody signs in as ${email}.`,
    STORE_NOT_FOUND: `There is no store ${storeId}.`,
    NOT_A_MEMBER: `${email} does not work for store ${storeId}.`,
    LAST_OWNER: `${email} is the only owner of store ${storeId}. Make somebody else an owner first.`,
  };
  return refusal(code, texts[code]);
}

/** Commands for the panel's users: create, grant, revoke, list, reset. */
export const userCommands = {
  'user create': create,
  'user grant': grant,
  'user revoke': revoke,
  'user list': list,
  'user reset': reset,
};
