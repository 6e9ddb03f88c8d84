import type { ConnectorDeps } from '../connector-deps.ts';
import type { CallContext, ConnectedShop, Connector, Resource } from '../connector.ts';
import type { LeasedConnection } from '../queries/leases.ts';

/** A run: what its parts need. */
export type Run = {
  readonly deps: ConnectorDeps;
  readonly connector: Connector;
  readonly connection: LeasedConnection;
  /** The shop, with the credentials of the moment. */
  readonly shop: () => ConnectedShop;
  readonly context: () => CallContext;
  /** Extends the lease; false: no further call may be made. */
  readonly mayGoOn: () => Promise<boolean>;
  /** Ingests what a resource reports. */
  readonly ingest: (resource: Resource) => Promise<void>;
};
