import {
  advanceTestClock,
  createStore,
  deleteStore,
  longestStep,
  newIdInShard,
  openExampleStore,
  openTestStore,
  shardForNewStore,
  storeFind,
  storeList,
  userFindByEmail,
  webhookSecret,
  withDatabase,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type Command } from '../command.ts';
import { uuid } from '../option-values.ts';
import { storeNotFound } from '../store-command.ts';
import { setStore } from './set-store.ts';
import { userNotFound } from './user.ts';

const create: Command = {
  usage: 'store create --name N',
  summary: 'Create a store',
  options: { name: { type: 'string', value: 'N', description: 'Name shown to shoppers', required: true } },
  args: 0,
  async run(input) {
    const name = required(input, 'name').trim();
    if (name === '' || Array.from(name).length > 200)
      return refusal('INVALID_NAME', 'The name must have 1 to 200 characters.');
    const { storeId } = await withDatabase(input.environment, async ({ shards, databases }) => {
      const storeId = newIdInShard(await shardForNewStore(shards, (shard) => databases.numbers.includes(shard)));
      return createStore(databases.storeDb(storeId), name, { storeId });
    });
    return {
      json: { storeId },
      text: `Created store ${storeId} (${name}).\nNext: retoma key create --store ${storeId}`,
    };
  },
};

const example: Command = {
  usage: 'store example --email E',
  summary: 'Create an example store with a month of sample data; it sends no messages',
  options: { email: { type: 'string', value: 'E', description: 'E-mail address of its owner', required: true } },
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
    if (!opened) return userNotFound(email);
    const { storeId, isNew } = opened;
    const text = `${isNew ? 'Created example store' : 'Example store'} ${storeId}\nTo delete it: retoma store delete ${storeId} --yes`;
    return { json: { storeId, isNew }, text };
  },
};

const testMode: Command = {
  usage: 'store test ID',
  summary: 'Create the test store of a store, which is its test mode',
  options: {},
  args: 1,
  async run({ args, environment }) {
    const storeId = uuid(args[0]!);
    const opened = await withDatabase(environment, (context) => openTestStore(context, { storeId, userId: null }));
    if (opened.ok) {
      const { testStoreId } = opened;
      const text = `Test store ${testStoreId}\nNext: retoma key create --store ${testStoreId}`;
      return { json: { storeId, testStoreId }, text };
    }
    if (opened.code === 'STORE_NOT_FOUND') return storeNotFound(storeId);
    return refusal(opened.code, 'A test store or an example store has no test mode of its own.');
  },
};

const advance: Command = {
  usage: 'store advance ID --minutes N',
  summary: 'Let time pass in a test store at once',
  options: { minutes: { type: 'string', value: 'N', description: 'Minutes, up to 129600 (90 days)', required: true } },
  args: 1,
  async run(input) {
    const storeId = uuid(input.args[0]!);
    const minutes = Number(required(input, 'minutes'));
    if (!Number.isInteger(minutes) || minutes < 1 || minutes > longestStep)
      throw new UsageError(`--minutes must be a whole number from 1 to ${longestStep}`);
    const advanced = await withDatabase(input.environment, (context) =>
      advanceTestClock(context, storeId, minutes, context.audit),
    );
    return advanced.ok
      ? { json: { storeId, minutes }, text: `${minutes} minutes have passed in test store ${storeId}.` }
      : refusal(advanced.code, `${storeId} is not a test store.`);
  },
};

const list: Command = {
  usage: 'store list',
  summary: 'List stores',
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
      const where = domain === null ? '' : domainActive ? domain : `${domain} (not verified)`;
      return [storeId, active ? 'active  ' : 'inactive', name, where].join('  ').trimEnd();
    });
    return {
      json: { stores },
      text: lines.length > 0 ? lines.join('\n') : 'No stores. To create one: retoma store create --name N',
    };
  },
};

const remove: Command = {
  usage: 'store delete ID --yes',
  summary: 'Delete a store and revoke its keys; its checkouts are kept',
  options: { yes: { type: 'boolean', description: 'Confirm' } },
  args: 1,
  async run({ args, values, environment }) {
    const storeId = uuid(args[0]!);
    if (values['yes'] !== true) throw new UsageError('this cannot be undone; add --yes to confirm');
    const deleted = await withDatabase(environment, (context) =>
      deleteStore(context, storeId, undefined, context.audit),
    );
    return deleted.ok
      ? { json: { storeId, deleted: true }, text: `Deleted store ${storeId}.` }
      : storeNotFound(storeId);
  },
};

const showWebhookSecret: Command = {
  usage: 'store webhook-secret ID',
  summary: 'Show the secret with which a store signs its events',
  options: {},
  args: 1,
  async run({ args, environment }) {
    const storeId = uuid(args[0]!);
    const secret = await withDatabase(environment, async ({ db, webhookKeyOf }) =>
      (await storeFind(db, storeId)) ? webhookSecret(webhookKeyOf(storeId)) : undefined,
    );
    if (secret === undefined) return storeNotFound(storeId);
    return { json: { storeId, secret }, text: `${secret}\nSend events to /stores/external/events?store=${storeId}` };
  },
};

/** Commands for stores: create, example data, test mode, list, set, delete, webhook secret. */
export const storeCommands = {
  'store create': create,
  'store example': example,
  'store test': testMode,
  'store advance': advance,
  'store list': list,
  'store set': setStore,
  'store delete': remove,
  'store webhook-secret': showWebhookSecret,
};
