import {
  apiKeyList,
  apiScopes,
  createKey,
  revokeKey,
  rotateKey,
  withDatabase,
  type ApiScope,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type CommandOutput, type Command } from '../command.ts';
import { storeOption, uuid } from '../option-values.ts';
import { storeNotFound } from '../store-command.ts';

const onlyOnce = 'Store it now; it is not shown again.';
const keyNotFound = (keyId: string): CommandOutput => refusal('KEY_NOT_FOUND', `There is no active key ${keyId}.`);

/** API1: the scopes of an option; null: it was not given. */
function scopesIn(value: unknown): ApiScope[] | null {
  if (typeof value !== 'string') return null;
  const names = value.split(',').map((name) => name.trim());
  const known = names.filter((name): name is ApiScope => (apiScopes as readonly string[]).includes(name));
  if (known.length < names.length) throw new UsageError(`--scopes must be a list of ${apiScopes.join(', ')}`);
  return known;
}

const create: Command = {
  usage: 'key create --store ID [--kind checkout|secret] [--scopes LIST]',
  summary: 'Create an API key',
  options: {
    store: storeOption,
    kind: {
      type: 'string',
      value: 'checkout|secret',
      description: 'checkout for browsers, secret for servers (default: checkout)',
    },
    scopes: {
      type: 'string',
      value: 'LIST',
      description: `limits a secret key: ${apiScopes.join(', ')}, separated by commas (default: all)`,
    },
  },
  args: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const kind = input.values['kind'] ?? 'checkout';
    if (kind !== 'checkout' && kind !== 'secret') throw new UsageError('--kind must be checkout or secret');
    const scopes = scopesIn(input.values['scopes']);
    if (scopes && kind !== 'secret') throw new UsageError('--scopes needs --kind secret');
    const created = await withDatabase(input.environment, ({ db, keys, audit }) =>
      createKey(db, keys, storeId, kind, audit, scopes),
    );
    if (!created) return storeNotFound(storeId);
    return { json: created, text: `${created.key}\n\nKey ${created.keyId} (${kind}). ${onlyOnce}` };
  },
};

const list: Command = {
  usage: 'key list --store ID',
  summary: 'List the API keys of a store',
  options: { store: storeOption },
  args: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const keys = await withDatabase(input.environment, ({ db }) => apiKeyList(db, storeId));
    const lines = keys.map(({ keyId, kind, scopes, endsAt }) =>
      [
        `${keyId}  ${kind.padEnd(8)}  ${endsAt ? `expires ${endsAt.toISOString()}` : 'active'}`,
        ...(scopes ? [scopes.join(', ')] : []),
      ].join('  '),
    );
    return { json: { keys }, text: lines.join('\n') || 'No keys.' };
  },
};

const rotate: Command = {
  usage: 'key rotate KEYID [--now]',
  summary: 'Replace an API key; the old key expires in 24 hours',
  options: { now: { type: 'boolean', description: 'Revoke the old key immediately' } },
  args: 1,
  async run({ args, values, environment }) {
    const now = values['now'] === true;
    const created = await withDatabase(environment, ({ db, keys, audit }) => rotateKey(db, keys, args[0]!, now, audit));
    if (!created) return keyNotFound(args[0]!);
    const { key, keyId, old } = created;
    const expiry = now ? 'is revoked' : `expires at ${old.endsAt?.toISOString()}`;
    return {
      json: { key, keyId, old: { keyId: old.keyId, endsAt: old.endsAt } },
      text: `${key}\n\nKey ${keyId}. ${onlyOnce}\nThe old key ${expiry}.`,
    };
  },
};

const revoke: Command = {
  usage: 'key revoke KEYID',
  summary: 'Revoke an API key; takes effect within 5 seconds',
  options: {},
  args: 1,
  async run({ args, environment }) {
    const keyId = args[0]!;
    const revoked = await withDatabase(environment, ({ db, audit }) => revokeKey(db, keyId, audit));
    return revoked ? { json: { keyId, revoked }, text: `Revoked key ${keyId}.` } : keyNotFound(keyId);
  },
};

/** Commands for API keys: create, list, rotate, revoke. */
export const keyCommands = { 'key create': create, 'key list': list, 'key rotate': rotate, 'key revoke': revoke };
