import { unseal } from '../../base/crypto/seal.ts';
import type { ConnectorDeps } from './connector-deps.ts';
import type { PrivacyRequest } from './connector.ts';
import { platformConnectionFind, type PlatformConnection } from './queries/connections.ts';
import { platformDeliveryFinish, platformPrivacyClaim } from './queries/deliveries.ts';

type PrivacyRequestDeps = Pick<ConnectorDeps, 'db' | 'clock' | 'credentialsKey' | 'log'>;

/** How long one request may take before another process takes it, in milliseconds. */
const claimMs = 15 * 60_000;

/** CON10: carries out the requests about personal data that are due, and returns how many. One that fails is tried again. */
export async function answerPrivacyRequests(
  { db, clock, credentialsKey, log }: PrivacyRequestDeps,
  limit: number,
  carryOut: (connection: PlatformConnection, request: PrivacyRequest) => Promise<void>,
): Promise<number> {
  const now = clock();
  const claimed = await platformPrivacyClaim(db, { now, until: now + claimMs, limit });
  for (const delivery of claimed) {
    const connection = await platformConnectionFind(db, delivery.connectionId);
    const opened = unseal(credentialsKey, delivery.deliveryId, delivery.body);
    if (connection && typeof opened === 'string') {
      const request = JSON.parse(Buffer.from(opened, 'base64').toString()) as PrivacyRequest;
      await carryOut(connection, request);
      log.info(
        { connectionId: connection.connectionId, kind: request.kind },
        'a request of a platform was carried out',
      );
    }
    await platformDeliveryFinish(db, delivery);
  }
  return claimed.length;
}
