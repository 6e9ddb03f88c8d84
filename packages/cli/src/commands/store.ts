import {
  createStore,
  deleteStore,
  newIdInShard,
  shardForNewStore,
  storeFind,
  storeList,
  webhookSecret,
  withDatabase,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type Command } from '../command.ts';
import { uuid } from '../option-values.ts';
import { noStore } from '../store-command.ts';
import { setStore } from './set-store.ts';

const create: Command = {
  usage: 'store create --name N',
  summary: 'Make a store',
  options: { name: { type: 'string', value: 'N', description: 'Its name, as shoppers read it', required: true } },
  args: 0,
  async run(input) {
    const name = required(input, 'name').trim();
    if (name === '' || Array.from(name).length > 200) return refusal('INVALID_NAME', 'A name has 1 to 200 characters.');
    const { storeId } = await withDatabase(input.environment, async ({ shards, databases }) => {
      const storeId = newIdInShard(await shardForNewStore(shards, (shard) => databases.numbers.includes(shard)));
      return createStore(databases.storeDb(storeId), name, { storeId });
    });
    return { json: { storeId }, text: `Store ${name}: ${storeId}\nNext: retoma key create --store ${storeId}` };
  },
};

const list: Command = {
  usage: 'store list',
  summary: 'List the stores',
  options: {},
  args: 0,
  async run({ environment }) {
    const rows = await withDatabase(environment, async ({ databases }) =>
      (await Promise.all(databases.numbers.map((shard) => storeList(databases.ofShard(shard))))).flat(),
    );
    const stores = rows.map(({ storeId, name, active, signedCartsOnly, domain, chosenDomain, demo }) => ({
      storeId,
      name,
      active,
      signedCartsOnly,
      domain: chosenDomain,
      /** CHK4: whether links already use the domain. */
      domainActive: domain !== null,
      demo,
    }));
    const lines = stores.map(({ storeId, name, active, domain, domainActive }) => {
      const where = domain === null ? '' : domainActive ? domain : `${domain} (not used in links yet)`;
      return [storeId, active ? 'active  ' : 'inactive', name, where].join('  ').trimEnd();
    });
    return {
      json: { stores },
      text: lines.length > 0 ? lines.join('\n') : 'No store yet: retoma store create --name N',
    };
  },
};

const remove: Command = {
  usage: 'store delete ID --yes',
  summary: 'Delete a store: its keys stop working, its checkouts stay on record',
  options: { yes: { type: 'boolean', description: 'Really' } },
  args: 1,
  async run({ args, values, environment }) {
    const storeId = uuid(args[0]!);
    if (values['yes'] !== true) throw new UsageError('deleting a store cannot be undone: add --yes');
    const deleted = await withDatabase(environment, ({ db, audit }) => deleteStore(db, storeId, undefined, audit));
    return deleted.ok ? { json: { storeId, deleted: true }, text: `Deleted store ${storeId}.` } : noStore(storeId);
  },
};

const showWebhookSecret: Command = {
  usage: 'store webhook-secret ID',
  summary: 'Show the secret under which the store signs its events',
  options: {},
  args: 1,
  async run({ args, environment }) {
    const storeId = uuid(args[0]!);
    const secret = await withDatabase(environment, async ({ db, webhookKeyOf }) =>
      (await storeFind(db, storeId)) ? webhookSecret(webhookKeyOf(storeId)) : undefined,
    );
    if (secret === undefined) return noStore(storeId);
    return { json: { storeId, secret }, text: `${secret}\nSend events to /stores/external/events?store=${storeId}` };
  },
};

/** Commands for stores: create, list, set, delete, webhook secret. */
export const storeCommands = {
  'store create': create,
  'store list': list,
  'store set': setStore,
  'store delete': remove,
  'store webhook-secret': showWebhookSecret,
};
