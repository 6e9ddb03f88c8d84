import { unaudited } from '../../packages/server/src/members/audit/testing/unaudited.ts';
import { saveAutomation } from '../../packages/server/src/automations/definitions/save-automation.ts';
import { openProviders } from '../../packages/server/src/providers/channels/index.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { newIdInShard } from '../../packages/server/src/base/ids.ts';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { openOutgoing } from '../../packages/server/src/base/net/http-client.ts';
import { deriveKey } from '../../packages/server/src/base/crypto/derive-keys.ts';
import { ApiKeys } from '../../packages/server/src/stores/api-key.ts';
import {
  setConnection,
  setPaymentAccount,
} from '../../packages/server/src/providers/connections/testing/set-unverified.ts';
import { createKey, createStore } from '../../packages/server/src/stores/manage-stores.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import type { Listener, LoadStore } from './settings.ts';

const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const outgoing = { allowPrivate: true };

const sms = (message: string, more: object = {}) => ({ type: 'action', name: 'send_sms', data: { message }, ...more });

/** Each text begins with the message of the automation and the order, which is unique in a store. */
const automations = [
  {
    name: 'Lembrete de PIX',
    trigger_event: 'pix.generated',
    settings: { stopOn: ['payment.confirmed'] },
    steps: [
      sms('A1 {{order.number}}: seu PIX de {{order.total}} espera por voce.', {
        onResponse: [sms('A2 {{order.number}}: obrigada por responder!')],
      }),
      { type: 'delay', minutes: 1 },
      {
        type: 'condition',
        branches: [
          {
            id: 'pendente',
            conditions: [{ field: 'payment_status', operator: '=', value: 'pending' }],
            steps: [sms('A3 {{order.number}}: seu PIX ainda pode ser pago.'), { type: 'delay', minutes: 60 }],
          },
        ],
      },
    ],
  },
  {
    name: 'Obrigada',
    trigger_event: 'payment.confirmed',
    steps: [sms('B1 {{order.number}}: recebemos seu pagamento.')],
  },
];

/** The database of a shard, where stores are made. */
export type ShardDatabase = { readonly shard: number; readonly connectionString: string };

/** Creates stores, in one shard after the other, with sandbox payments and automations that send reminders and thanks by SMS over the load's gateway. */
export async function makeStores(
  shards: readonly ShardDatabase[],
  secret: string,
  { count, gateway }: { readonly count: number; readonly gateway: Listener },
): Promise<LoadStore[]> {
  const pools = shards.map(({ connectionString }) => openOwnPool(connectionString, 2));
  try {
    const stores: LoadStore[] = [];
    for (let number = 0; number < count; number++) {
      const { shard } = shards[number % shards.length]!;
      const { storeId } = await createStore(pools[number % shards.length]!, 'Loja Aurora', {
        storeId: newIdInShard(shard),
      });
      const address = `http://${gateway.host}:${gateway.port}/${number}`;
      stores.push(await setUpStore(pools[number % shards.length]!, storeId, secret, address));
    }
    return stores;
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

async function setUpStore(db: Database, storeId: string, secret: string, gateway: string): Promise<LoadStore> {
  const credentialsKey = deriveKey(secret, 'credentials');
  await setPaymentAccount({ db, credentialsKey }, storeId, { provider: 'sandbox', methods: ['pix'] }, unaudited);
  const channelProviders = openProviders({
    inbox: () => Promise.reject(new Error('nothing is sent from here')),
    callOut: openOutgoing(outgoing),
    ...outgoing,
  });
  const connected = await setConnection(
    { db, clock: systemClock, credentialsKey, channelProviders },
    storeId,
    {
      channel: 'sms',
      provider: 'http',
      perMinute: null,
      settings: { url: gateway },
      credentials: { webhookSecret },
    },
    unaudited,
  );
  if (!connected.ok) throw new Error(`no connection: ${connected.code} ${connected.issues.join(', ')}`);
  for (const flow of automations) {
    const saved = await saveAutomation(
      { db, mode: 'off' },
      { storeId, text: JSON.stringify(flow), publish: true },
      unaudited,
    );
    if (!saved.ok) throw new Error(JSON.stringify(saved));
  }
  const keys = new ApiKeys(secret);
  return {
    checkoutKey: (await createKey(db, keys, storeId, 'checkout', unaudited))!.key,
    secretKey: (await createKey(db, keys, storeId, 'secret', unaudited))!.key,
    sms: { connectionId: connected.connectionId, webhookSecret },
  };
}
