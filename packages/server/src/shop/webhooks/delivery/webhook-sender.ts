// Delivers webhooks: leases endpoints with due messages, and runs one delivery for each. An endpoint that does not answer delays no other
// (WHK12): it holds its own lease and its 4 calls, and no connection to the database.
import { randomUUID } from 'node:crypto';
import { LeaseLoop } from '../../../base/lease-loop.ts';
import { EndpointDelivery, leaseMs, type DeliveryDeps } from './endpoint-delivery.ts';
import { webhookEndpointLease, webhookEndpointRelease, type LeasedEndpoint } from './queries/deliveries.ts';

/** How many endpoints one process delivers to at once. */
const mostEndpoints = 200;

type HeldEndpoint = LeasedEndpoint & { readonly lease: string };

/** The sender of one process. A run counts its attempts: the next message about an order may be due after them. */
export const webhookSender = (deps: DeliveryDeps): LeaseLoop<HeldEndpoint> =>
  new LeaseLoop<HeldEndpoint>({
    most: mostEndpoints,
    lease: async (limit) => {
      const lease = randomUUID();
      const now = deps.clock();
      const leased = await webhookEndpointLease(deps.db, { lease, now, until: now + leaseMs, limit });
      return leased.map((endpoint) => ({ ...endpoint, lease }));
    },
    run: async (leased, ends) => {
      const count = await new EndpointDelivery(deps, leased, ends).run();
      await webhookEndpointRelease(deps.db, leased.endpointId, leased.lease);
      return count;
    },
    failed: (error, leased) =>
      deps.log.error({ err: error, endpointId: leased?.endpointId }, 'webhooks: endpoints could not be delivered to'),
  });
