import {
  createStore,
  deleteStore,
  newIdInShard,
  openExampleStore,
  shardForNewStore,
  storeFind,
  storeList,
  userFindByEmail,
  webhookSecret,
  withDatabase,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type Command } from '../command.ts';
import { uuid } from '../option-values.ts';
import { noStore } from '../store-command.ts';
import { setStore } from './set-store.ts';
import { noUser } from './user.ts';

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

const example: Command = {
  usage: 'store example --email E',
  summary: 'Make a store of example data for a user: a month of invented orders and messages, which reaches no one',
  options: { email: { type: 'string', value: 'E', description: 'The e-mail of the user who owns it', required: true } },
  args: 0,
  async run(input) {
    const email = required(input, 'email').trim().toLowerCase();
    const opened = await withDatabase(input.environment, async ({ shards, databases, people, ...context }) => {
      const user = await userFindByEmail(context.usersDb, email);
      if (!user) return undefined;
      const newStoreId = async (): Promise<string> =>
        newIdInShard(await shardForNewStore(shards, (shard) => databases.numbers.includes(shard)));
      return openExampleStore({ ...context, contactSecret: people.contactSecret, newStoreId }, user.userId);
    });
    if (!opened) return noUser(email);
    const { storeId, isNew } = opened;
    const text = `${isNew ? 'Made' : 'There is'} the example store ${storeId}\nRemove it with: retoma store delete ${storeId} --yes`;
    return { json: { storeId, isNew }, text };
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
    const stores = rows.map(({ storeId, name, active, signedCartsOnly, domain, chosenDomain, demo, exampleOf }) => ({
      storeId,
      name,
      active,
      signedCartsOnly,
      domain: chosenDomain,
      /** CHK4: whether links already use the domain. */
      domainActive: domain !== null,
      demo,
      example: exampleOf !== null,
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
    const deleted = await withDatabase(environment, (context) =>
      deleteStore(context, storeId, undefined, context.audit),
    );
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

/** Commands for stores: create, example data, list, set, delete, webhook secret. */
export const storeCommands = {
  'store create': create,
  'store example': example,
  'store list': list,
  'store set': setStore,
  'store delete': remove,
  'store webhook-secret': showWebhookSecret,
};
