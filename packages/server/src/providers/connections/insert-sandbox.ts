import { paymentMethods } from '@retoma/commerce';
import { seal } from '../../base/crypto/seal.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { connectionChannels, simulatedProviderOf } from '../channels/index.ts';
import { simulatedProviderNames } from '../payments/index.ts';
import { paymentAccountUpsert, paymentMethodSet } from '../payments/queries/payment-accounts.ts';
import { connectionUpsertActive } from '../queries/connections.ts';

/** The ids of the sandbox's account and connections. */
export type SandboxIds = {
  readonly accountId: string;
  readonly connectionIds: Readonly<Record<(typeof connectionChannels)[number], string>>;
};

/** Connects a new store to the sandbox alone: it takes all payment methods, and sends on all channels. */
export async function insertSandbox(
  client: Queryable,
  { credentialsKey, now }: { readonly credentialsKey: Buffer; readonly now: number },
  storeId: string,
  { accountId, connectionIds }: SandboxIds,
): Promise<void> {
  const isVerified = { account: null, verifiedAt: new Date(now), firstWebhookAt: null };
  const provider = simulatedProviderNames[0]!;
  const account = { accountId, storeId, provider, settings: {}, credentials: seal(credentialsKey, accountId, {}) };
  await paymentAccountUpsert(client, { ...account, ...isVerified });
  for (const method of paymentMethods) await paymentMethodSet(client, storeId, method, accountId);
  for (const channel of connectionChannels) {
    const connectionId = connectionIds[channel];
    const sandbox = simulatedProviderOf(channel);
    await connectionUpsertActive(client, {
      connectionId,
      storeId,
      channel,
      provider: sandbox,
      name: sandbox,
      perMinute: null,
      settings: {},
      warmUp: null,
      lastError: null,
      now,
      ...isVerified,
      credentials: seal(credentialsKey, connectionId, {}),
    });
  }
}
