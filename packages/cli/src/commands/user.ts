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

const emailOption: Option = { type: 'string', value: 'E', description: 'E-mail address of the user', required: true };
const onlyOnce = 'Store the password now; it is not shown again.';

const create: Command = {
  usage: 'user create --email E',
  summary: 'Create a user of the panel',
  options: { email: emailOption },
  args: 0,
  async run(input) {
    const email = required(input, 'email');
    if (email.length > 254 || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
      return refusal('INVALID_EMAIL', `${email} is not a valid e-mail address.`);
    const user = await withDatabase(input.environment, ({ usersDb }) => createUser(usersDb, email));
    if (!user) return refusal('EMAIL_TAKEN', `User ${email} already exists.`);
    return { json: user, text: `${user.email}\n${user.password}\n\n${onlyOnce}` };
  },
};

const grant: Command = {
  usage: 'user grant --email E --store ID --role owner|editor|support|reader',
  summary: 'Add a user to a store, or change their role',
  options: {
    email: emailOption,
    store: storeOption,
    role: { type: 'string', value: roles.join('|'), description: 'Role in the store', required: true },
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
      text: `${email} is now ${role} of store ${storeId}.`,
    };
  },
};

const revoke: Command = {
  usage: 'user revoke --email E --store ID',
  summary: 'Remove a user from a store',
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
      text: `Removed ${email} from store ${storeId}.`,
    };
  },
};

const list: Command = {
  usage: 'user list [--store ID]',
  summary: 'List users and their stores',
  options: { store: { ...storeOption, required: false } },
  args: 0,
  async run({ values, environment }) {
    const storeId = typeof values['store'] === 'string' ? uuid(values['store']) : undefined;
    const users = await withDatabase(environment, ({ people }) => listUsers(people, storeId));
    const lines = users.flatMap(({ email, totp, passkeys, stores }) => [
      `${email}${totp || passkeys > 0 ? '  (second factor)' : ''}`,
      ...stores.map(({ storeId, name, role }) => `  ${storeId}  ${role.padEnd(7)}  ${name}`),
    ]);
    return { json: { users }, text: lines.join('\n') || 'No users.' };
  },
};

const reset: Command = {
  usage: 'user reset --email E [--second-factor]',
  summary: 'Reset a user’s password and end their sessions',
  options: {
    email: emailOption,
    'second-factor': {
      type: 'boolean',
      description: 'Also remove their authenticator app, passkeys and recovery codes',
    },
  },
  args: 0,
  async run(input) {
    const email = required(input, 'email');
    const secondFactor = input.values['second-factor'] === true;
    const user = await withDatabase(input.environment, ({ people }) => resetUser(people, email, { secondFactor }));
    if (!user) return userNotFound(email);
    const note = user.secondFactorRemoved ? '\nThe second factor was removed.' : '';
    return { json: user, text: `${user.email}\n${user.password}\n\n${onlyOnce}${note}` };
  },
};

/** The refusal of an e-mail without a user. */
export const userNotFound = (email: string): CommandOutput =>
  refusal('USER_NOT_FOUND', `User ${email} does not exist.`);

function unchanged(code: MembershipRefusal, email: string, storeId: string): CommandOutput {
  const texts = {
    USER_NOT_FOUND: `User ${email} does not exist.`,
    STORE_NOT_FOUND: `Store ${storeId} does not exist.`,
    NOT_A_MEMBER: `${email} is not a member of store ${storeId}.`,
    LAST_OWNER: `${email} is the only owner of store ${storeId}. Add another owner first.`,
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
