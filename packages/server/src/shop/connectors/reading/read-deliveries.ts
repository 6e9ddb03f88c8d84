import { unseal } from '../../../base/crypto/seal.ts';
import { idInstant } from '../../../base/ids.ts';
import { PlatformFailure, type FailureKind, type Resource } from '../connector.ts';
import {
  platformDeliveryDue,
  platformDeliveryFail,
  platformDeliveryFinish,
  type DueDelivery,
} from '../queries/deliveries.ts';
import { deliveryRetry } from './after-failure.ts';
import type { Run } from './run.ts';

/** How many deliveries are read from the database at once. */
const batch = 20;

/** Failures that are of the whole shop: the run ends, and the delivery waits without having failed. */
const ofShop: ReadonlySet<FailureKind> = new Set(['unreachable', 'revoked', 'suspended', 'busy']);

/** CON1: ingests the deliveries that are due; what has only an id is fetched first. `batches`: how many at most. */
export async function readDeliveries(run: Run, batches = Infinity): Promise<void> {
  const { db, clock } = run.deps;
  const { connectionId } = run.connection;
  for (let number = 0; number < batches && (await run.mayGoOn()); number++) {
    const due = await platformDeliveryDue(db, connectionId, { now: clock(), limit: batch });
    for (const delivery of due) await readDelivery(run, delivery);
    if (due.length < batch) return;
  }
}

async function readDelivery(run: Run, delivery: DueDelivery): Promise<void> {
  const { db, clock, log } = run.deps;
  const { deliveryId, attempts, topic } = delivery;
  try {
    const resource = await resourceOf(run, delivery);
    if (resource) await run.ingest(resource);
    await platformDeliveryFinish(db, delivery);
  } catch (error) {
    if (!(error instanceof PlatformFailure) || ofShop.has(error.kind)) throw error;
    log.info(
      { deliveryId, topic, kind: error.kind, detail: error.detail },
      'a delivery of a platform could not be read',
    );
    await platformDeliveryFail(db, deliveryId, deliveryRetry(attempts, clock(), idInstant(deliveryId)));
  }
}

/** The resource that a delivery has or names; null: nothing that matters. */
async function resourceOf(
  { deps, connector, shop, context }: Run,
  { deliveryId, topic, body }: DueDelivery,
): Promise<Resource | null> {
  const opened = unseal(deps.credentialsKey, deliveryId, body);
  if (typeof opened !== 'string') return null;
  const content = connector.contentOf(topic, Buffer.from(opened, 'base64'), shop());
  if (content === null) return null;
  if ('resource' in content) return content.resource;
  return content.read(await context().call(content.request));
}
