// Reads the shops of connections: leases those that are due, and runs each. A shop that does not answer delays no other: it holds its own
// lease, makes one call at a time, and holds no connection to the database meanwhile (CON5).
import { randomUUID } from 'node:crypto';
import { LeaseLoop } from '../../../base/lease-loop.ts';
import type { ConnectorDeps } from '../connector-deps.ts';
import { platformConnectionLease, type LeasedConnection } from '../queries/leases.ts';
import { leaseMs, runConnection } from './run-connection.ts';

/** How many shops one process reads at once. */
const mostConnections = 50;

/** The worker of one process. */
export const connectionWorker = (deps: ConnectorDeps): LeaseLoop<LeasedConnection> =>
  new LeaseLoop({
    most: mostConnections,
    lease: (limit) => {
      const now = deps.clock();
      return platformConnectionLease(deps.db, { lease: randomUUID(), now, until: now + leaseMs, limit });
    },
    run: async (connection, ends) => {
      await runConnection(deps, connection, ends);
      return 1;
    },
    failed: (error, connection) =>
      deps.log.error({ err: error, connectionId: connection?.connectionId }, 'connectors: shops could not be read'),
  });
