import {
  changeStore,
  createStore,
  storeDelete,
  storeFind,
  storeList,
  webhookSecret,
  withDatabase,
} from '@retoma/server/commands';
import { flag, refusal, required, UsageError, type Answer, type Command, type Input } from '../command.ts';
import { uuid } from '../words.ts';

const noStore = (storeId: string): Answer => refusal('STORE_NOT_FOUND', `There is no store ${storeId}.`);

const create: Command = {
  usage: 'store create --name N',
  summary: 'Make a store',
  options: { name: { type: 'string', value: 'N', description: 'Its name, as shoppers read it', required: true } },
  words: 0,
  async run(input) {
    const name = required(input, 'name').trim();
    if (name === '' || Array.from(name).length > 200) return refusal('INVALID_NAME', 'A name has 1 to 200 characters.');
    const { storeId } = await withDatabase(input.environment, ({ db }) => createStore(db, name));
    return { json: { storeId }, text: `Store ${name}: ${storeId}\nNext: retoma key create --store ${storeId}` };
  },
};

const list: Command = {
  usage: 'store list',
  summary: 'List the stores',
  options: {},
  words: 0,
  async run({ environment }) {
    const rows = await withDatabase(environment, ({ db }) => storeList(db));
    const stores = rows.map(({ storeId, name, active, signedCartsOnly, domain, demo }) => ({
      storeId,
      name,
      active,
      signedCartsOnly,
      domain,
      demo,
    }));
    const lines = stores.map(({ storeId, name, active, domain }) =>
      [storeId, active ? 'active  ' : 'inactive', name, domain ?? ''].join('  ').trimEnd(),
    );
    return {
      json: { stores },
      text: lines.length > 0 ? lines.join('\n') : 'No store yet: retoma store create --name N',
    };
  },
};

const set: Command = {
  usage: 'store set ID [--active true|false] [--signed-only true|false] [--domain HOST|none] [--name N]',
  summary: 'Change a store; running services follow within 5 s',
  options: {
    active: { type: 'string', value: 'true|false', description: 'Whether it takes checkouts' },
    'signed-only': { type: 'string', value: 'true|false', description: 'Refuse carts that no server has signed' },
    domain: { type: 'string', value: 'HOST|none', description: 'Domain of payment links; it must already point here' },
    name: { type: 'string', value: 'N', description: 'Its name' },
  },
  words: 1,
  run: (input) => changeFrom(input),
};

async function changeFrom(input: Input): Promise<Answer> {
  const storeId = uuid(input.words[0]!);
  const { domain, name } = input.values as { domain?: string; name?: string };
  const active = flag(input, 'active');
  const signedCartsOnly = flag(input, 'signed-only');
  const change = {
    ...(active !== undefined && { active }),
    ...(signedCartsOnly !== undefined && { signedCartsOnly }),
    ...(name !== undefined && { name }),
    ...(domain !== undefined && { domain: domain === 'none' ? null : hostname(domain) }),
  };
  if (Object.keys(change).length === 0)
    throw new UsageError('say what to change: --active, --signed-only, --domain or --name');
  const refused = await withDatabase(input.environment, ({ db }) => changeStore(db, storeId, change));
  if (refused === 'STORE_NOT_FOUND') return noStore(storeId);
  if (refused) return refusal(refused, `Another store has the domain ${domain}.`);
  return { json: { storeId, ...change }, text: `Changed store ${storeId}.` };
}

function hostname(text: string): string {
  const host = text.toLowerCase();
  if (host.length > 253 || !/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(host)) {
    throw new UsageError('--domain takes a host name such as pagar.loja.com.br, without https://');
  }
  return host;
}

const remove: Command = {
  usage: 'store delete ID --yes',
  summary: 'Delete a store: its keys stop working, its checkouts stay on record',
  options: { yes: { type: 'boolean', description: 'Really' } },
  words: 1,
  async run({ words, values, environment }) {
    const storeId = uuid(words[0]!);
    if (values['yes'] !== true) throw new UsageError('deleting a store cannot be undone: add --yes');
    const deleted = await withDatabase(environment, ({ db }) => storeDelete(db, storeId));
    return deleted ? { json: { storeId, deleted }, text: `Deleted store ${storeId}.` } : noStore(storeId);
  },
};

const showWebhookSecret: Command = {
  usage: 'store webhook-secret ID',
  summary: 'Show the secret under which the store signs its events',
  options: {},
  words: 1,
  async run({ words, environment }) {
    const storeId = uuid(words[0]!);
    const secret = await withDatabase(environment, async ({ db, webhookKeyOf }) =>
      (await storeFind(db, storeId)) ? webhookSecret(webhookKeyOf(storeId)) : undefined,
    );
    if (secret === undefined) return noStore(storeId);
    return { json: { storeId, secret }, text: `${secret}\nSend events to /stores/external/events?store=${storeId}` };
  },
};

/** Stores: create, list, set, delete, the secret of their events. */
export const storeCommands = {
  'store create': create,
  'store list': list,
  'store set': set,
  'store delete': remove,
  'store webhook-secret': showWebhookSecret,
};
