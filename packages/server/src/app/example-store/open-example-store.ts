import type { KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { defaultBusinessHours, limits, stopTriggersOf } from '@retoma/flow';
import { auditAs } from '../../members/audit/audit-log.ts';
import { hashContact } from '../../base/crypto/contact-hash.ts';
import { databasesOf, type UserDatabases } from '../../base/postgres/databases.ts';
import { constraintOf, type Queryable } from '../../base/postgres/pool.ts';
import { membershipSet } from '../../members/queries/memberships.ts';
import { userStoreIds, userStoreInsert } from '../../members/queries/user-stores.ts';
import { insertSandbox } from '../../providers/connections/insert-sandbox.ts';
import { sandboxMessageInsertMany } from '../../automations/delivery/queries/sandbox-messages.ts';
import type { MailThread } from '../../providers/channels/email/thread/mail-thread.ts';
import { exampleAutomationInsert, exampleDraftInsert, exampleStoreFind } from './example-stores.ts';
import { inboxOf } from './inbox.ts';
import { shippingOptionInsert } from '../../stores/queries/shipping-options.ts';
import { storeInsert, storeUpdate } from '../../stores/queries/stores.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { shortCode } from '../../base/links/short-link.ts';
import { simulatedProviderNames } from '../../providers/payments/index.ts';
import type { Clock } from '../../base/clock.ts';
import { newIdAt as platformIdAt, random } from '../../base/ids.ts';
import { exampleAutomations, exampleDraft, exampleSender, type ExampleAutomation } from './automations.ts';
import { historyByVisit, historyDays } from './history.ts';
import type { Sending } from './play-run.ts';
import type { Shop } from './shop.ts';
import { writeHistory } from './write-history.ts';

/** The dependencies of `openExampleStore`. `newStoreId` determines the shard; `baseUrl`: without a trailing slash. */
export type ExampleStoreDeps = UserDatabases & {
  readonly clock: Clock;
  readonly newStoreId: () => Promise<string>;
  readonly credentialsKey: Buffer;
  readonly contactSecret: KeyObject;
  readonly mailThread: MailThread;
  readonly baseUrl: string;
};

const hour = 60 * 60_000;
const day = 24 * hour;

/** The settings of an example store, which its history follows. */
const settings = {
  timeZone: 'America/Sao_Paulo',
  pixMinutes: 1440,
  boletoDays: 3,
  abandonMinutes: 30,
  noReplyMinutes: limits.noReplyMinutes.default,
  lateMinutes: limits.lateMinutes.default,
  businessHours: defaultBusinessHours,
} as const;

/** What the clock of that time zone is ahead of UTC: it has no summer time. */
const offset = -3 * hour;

const shippingOptions = [
  { name: 'PAC', carrier: 'Correios', price: 1990, turnaroundMinDays: 5, turnaroundMaxDays: 8, freeAbove: 20_000 },
  { name: 'Sedex', carrier: 'Correios', price: 3490, turnaroundMinDays: 1, turnaroundMaxDays: 3, freeAbove: null },
] as const;

/** AUT15: the store of example data of a user, which is made if there is none. `isNew`: it was made now. */
export async function openExampleStore(
  deps: ExampleStoreDeps,
  userId: string,
): Promise<{ storeId: string; isNew: boolean }> {
  const known = await findExampleStore(deps, userId);
  if (known !== undefined) return { storeId: known, isNew: false };
  const storeId = await deps.newStoreId();
  // First, so that the membership is not overlooked.
  await userStoreInsert(deps.usersDb, userId, storeId);
  try {
    await makeStore(deps, storeId, userId);
  } catch (error) {
    // Another request of the user was faster.
    const other = isSecond(error) ? await findExampleStore(deps, userId) : undefined;
    if (other === undefined) throw error;
    return { storeId: other, isNew: false };
  }
  return { storeId, isNew: true };
}

const isSecond = (error: unknown): boolean => constraintOf(error) === 'stores_one_example';

async function findExampleStore(databases: UserDatabases, userId: string): Promise<string | undefined> {
  const storeIds = await userStoreIds(databases.usersDb, userId);
  for (const db of databasesOf(databases, storeIds).keys()) {
    const storeId = await exampleStoreFind(db, userId);
    if (storeId !== undefined) return storeId;
  }
  return undefined;
}

/** Decides the history, and then writes the store and its history in one transaction. */
async function makeStore(deps: ExampleStoreDeps, storeId: string, userId: string): Promise<void> {
  const { clock, contactSecret, baseUrl } = deps;
  const now = clock();
  const newIdAt = (at: number): string => platformIdAt(at, storeId);
  const since = now - (historyDays + 1) * day;
  const shop = {
    baseUrl,
    newIdAt,
    offset,
    abandonMinutes: settings.abandonMinutes,
    store: {
      storeId,
      name: exampleSender.name,
      domain: null,
      ...settings,
    },
    account: {
      accountId: newIdAt(since),
      provider: simulatedProviderNames[0]!,
    },
    shippingOptions: shippingOptions.map((option, index) => ({
      ...option,
      shippingOptionId: newIdAt(since + index),
    })),
  };
  // The codes of the links are stored with their targets, so any key will do.
  const linkKey = random(32);
  const sending: Sending = {
    connectionIds: { whatsapp: newIdAt(since), email: newIdAt(since), sms: newIdAt(since) },
    shortCode: (...link) => shortCode(linkKey, ...link),
    hashContact: (channel, address) => hashContact({ contactSecret }, storeId, channel, address),
  };
  const automations = exampleAutomations({ newIdAt, now, since }, settings);
  const seed = random(4).readUInt32LE();
  const history = await inPauses(historyByVisit({ shop, sending, automations, seed, now }));
  const inbox = await inboxOf(history, storeId, deps.mailThread);
  await inTransaction(deps.storeDb(storeId), async (client) => {
    await writeStore(client, deps, { shop, sending, now }, userId);
    for (const automation of automations) await writeAutomation(client, storeId, automation, since);
    const { name, trigger_event: triggerEvent } = exampleDraft;
    const definition = JSON.stringify({ ...exampleDraft, active: false }, null, 2);
    const at = now - day;
    await exampleDraftInsert(client, { automationId: newIdAt(at), storeId, name, triggerEvent, definition, at });
    await writeHistory(client, shop, sending, { history, now });
    await sandboxMessageInsertMany(client, inbox);
  });
}

/** Runs a generator to its end, with other work of the process in its pauses. */
async function inPauses<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}

type NewStore = { readonly shop: Omit<Shop, 'orderNumberAt'>; readonly sending: Sending; readonly now: number };

/** The store with its owner, its settings, and providers that reach no one. */
async function writeStore(
  client: Queryable,
  { clock, credentialsKey }: ExampleStoreDeps,
  { shop, sending, now }: NewStore,
  userId: string,
): Promise<void> {
  const { storeId, name } = shop.store;
  await storeInsert(client, { storeId, name, demo: false, exampleOf: userId });
  await membershipSet(client, { storeId, userId, role: 'owner', by: null, at: now });
  await auditAs({ userId, clock })(client, { storeId, action: 'store_created' });
  await storeUpdate(client, storeId, { ...settings, legalName: `${name} Ltda.`, email: exampleSender.address });
  for (const option of shop.shippingOptions) await shippingOptionInsert(client, { ...option, storeId });
  const { accountId } = shop.account;
  await insertSandbox(client, { credentialsKey, now }, storeId, { accountId, connectionIds: sending.connectionIds });
}

function writeAutomation(
  client: Queryable,
  storeId: string,
  { automationId, flow, trigger: triggerEvent, activeUntil }: ExampleAutomation,
  publishedAt: number,
): Promise<void> {
  const active = activeUntil === Infinity;
  const definition = JSON.stringify({ ...flow, active }, null, 2);
  const stopOn = stopTriggersOf(flow);
  const { name } = flow;
  return exampleAutomationInsert(client, {
    automationId,
    storeId,
    name,
    triggerEvent,
    stopOn,
    definition,
    active,
    publishedAt,
  });
}
