// An attacker posts to the webhooks of every provider: without a signature, with a plausible one, and with one that is valid for another
// store.
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import type { Channel } from '@retoma/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionChannels, declarationOf, isSimulated, providerNames } from '../../../providers/channels/index.ts';
import { accountOf } from '../../../providers/channels/testing/account-of.ts';
import { paymentProvider, paymentProviderNames } from '../../../providers/payments/index.ts';
import type { PaymentAccount } from '../../../providers/payments/provider.ts';
import { setConnection, setPaymentAccount } from '../../../providers/connections/testing/set-unverified.ts';
import { webhookPath } from '../../../base/links/webhook-path.ts';
import { createStore } from '../../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

/** Every provider except the sandboxes, which no server of a provider calls. */
const providers = connectionChannels.flatMap((channel) =>
  providerNames(channel)
    .filter((provider) => !isSimulated({ channel, provider }))
    .map((provider): [Channel, string] => [channel, provider]),
);

let service: TestService;
let otherStore: string;
beforeAll(async () => {
  service = await startTestService({ ALLOW_PRIVATE_ADDRESSES: 'true' });
  otherStore = (await createStore(service.context.db, 'Loja Vizinha')).storeId;
});
afterAll(() => service.stop());

/** Connects a provider; its webhook path, also where it declares no webhooks and the service therefore offers none. */
async function connect(storeId: string, channel: Channel, provider: string): Promise<string> {
  const { settings, credentials: known } = await accountOf(channel, provider, 'http://127.0.0.1:9');
  // The service generates the secret of the address, a different one for each store.
  const { noticeSecret: _, ...credentials } = known;
  const request = { channel, provider, perMinute: null, settings, credentials };
  const made = await setConnection(service.context, storeId, request, unaudited);
  if (!made.ok) throw new Error(`${provider}: ${JSON.stringify(made)}`);
  expect(made.notices !== null).toBe(declarationOf(channel, provider)!.webhooks !== undefined);
  return made.notices?.path ?? webhookPath(made.connectionId, undefined);
}

/** Signature headers of all providers at once, all invalid. */
const signatures = (value: string): Record<string, string> => ({
  'x-hub-signature-256': `sha256=${value}`,
  'x-twilio-signature': value,
  'x-twilio-email-event-webhook-signature': value,
  'x-twilio-email-event-webhook-timestamp': String(Math.floor(service.context.clock() / 1000)),
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(service.context.clock() / 1000)),
  'webhook-signature': `v1,${value}`,
  'x-signature': `ts=${service.context.clock()},v1=${value}`,
  'x-request-id': 'forged-request',
  authorization: `Bearer ${value}`,
  apikey: value,
  token: value,
});

const body = JSON.stringify({
  event: 'messages.upsert',
  text: { message: 'SAIR' },
  phone: '5511987654321',
  data: { id: '1' },
});
const forms: [string, string][] = [
  ['application/json', body],
  ['application/json', ''],
  ['text/plain', '{"Type":"Notification","Message":"{}","SigningCertURL":"https://sns.mau.example/x.pem"}'],
  ['application/x-www-form-urlencoded', 'From=%2B5511987654321&Body=SAIR&MessageSid=SM1'],
];

async function post(address: string, headers: Record<string, string>, text: string): Promise<number> {
  return (await fetch(service.baseUrl + address, { method: 'POST', headers, body: text })).status;
}

async function counts(): Promise<number[]> {
  return Promise.all(
    ['inbound_messages', 'opt_outs', 'events', 'bounces', 'suppressions'].map((table) => service.count(table)),
  );
}

describe('[RUN8] webhooks of messages', () => {
  test.each(providers)('%s by %s: unsigned webhooks are refused, and change nothing', async (channel, provider) => {
    const right = await connect(service.storeId, channel, provider);
    const otherConnection = await connect(otherStore, channel, provider);
    const before = await counts();
    const [, , , ours, ourSecret] = right.split('/');
    const [, , , , theirSecret] = otherConnection.split('/');
    // With the right secret in its address a request is genuine, so only other addresses are tried.
    const addresses = [`/webhooks/channels/${ours}`, `/webhooks/channels/${ours}/${theirSecret ?? 'x'}`];
    if (ourSecret === undefined) addresses.push(right);
    const statuses = new Set<number>();
    for (const address of addresses) {
      for (const [type, text] of forms) {
        for (const value of ['', '0'.repeat(64), Buffer.alloc(32).toString('base64')])
          statuses.add(await post(address, { ...signatures(value), 'content-type': type }, text));
        statuses.add(await post(address, { 'content-type': type }, text));
      }
      statuses.add(
        (await fetch(`${service.baseUrl}${address}?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1`)).status,
      );
    }
    expect([...statuses].filter((status) => status !== 401 && status !== 404)).toEqual([]);
    expect(statuses.size).toBeGreaterThan(0);
    expect(await counts()).toEqual(before);
  });
});

describe('[COM14] webhooks of payments', () => {
  test.each(paymentProviderNames)('%s: unsigned webhooks are refused', async (provider) => {
    const file = `../../../providers/payments/${provider}/testing/account.ts`;
    const { account } = (await import(file)) as { account: Pick<PaymentAccount, 'settings' | 'credentials'> };
    const request = { provider, ...account, methods: [...paymentProvider(provider).methods] };
    const made = await setPaymentAccount(service.context, service.storeId, request, unaudited);
    if (!made.ok) throw new Error(JSON.stringify(made));
    const before = await counts();
    for (const [type, text] of forms) {
      for (const value of ['', '0'.repeat(64)]) {
        const address = `/webhooks/payments/${made.accountId}?data.id=1&type=payment`;
        expect(await post(address, { ...signatures(value), 'content-type': type }, text)).toBe(401);
      }
    }
    expect(await counts()).toEqual(before);
  });
});
