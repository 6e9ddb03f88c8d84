import type { AddressInfo } from 'node:net';
import { createApp } from '../../../app/http/app.ts';
import { openContext } from '../../../context.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { startConnection } from '../connecting/manage-connections.ts';
import { connectorDepsOf, type ConnectorDeps } from '../connector-deps.ts';
import { ConnectionWorker } from '../reading/connection-worker.ts';
import type { PlatformServer } from './platform-server.ts';

/** A store with a service, in which shops are connected and read at the clock of their servers. */
export type ConnectedStore = {
  readonly service: TestService;
  readonly storeId: string;
  readonly deps: ConnectorDeps;
  /** Connects a shop by keys: the method with that index. Returns the connection's id. */
  readonly connect: (platform: string, server: PlatformServer, method: number) => Promise<string>;
  /** Runs what is due until nothing is. */
  readonly settle: () => Promise<void>;
  /** Rows of a statement. */
  readonly rows: (sql: string) => Promise<Record<string, unknown>[]>;
  readonly stop: () => Promise<void>;
};

/** Starts a service whose connectors call local servers. `clock`: that of the servers. */
export async function startConnectedStore(clock: () => number): Promise<ConnectedStore> {
  const service = await startTestService({ RATE_LIMIT_PER_SECOND: '0', ALLOW_PRIVATE_ADDRESSES: 'true' });
  const { storeId, context: outer, databaseUrl } = service;
  const { config, log } = outer;
  const secret = 'a secret for tests of thirty-two characters';
  const context = openContext({ config, log, connectionString: databaseUrl, secret, baseUrl: service.baseUrl, clock });
  const app = createApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  context.baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const hosts = new Map<string, string>();
  const deps = { ...connectorDepsOf(context), hosts, sleep: () => Promise.resolve() };
  const worker = new ConnectionWorker(deps);
  return {
    service,
    storeId,
    deps,
    connect: async (platform, server, method) => {
      for (const host of server.hosts) hosts.set(host, server.url);
      const member = { storeId, userId: storeId };
      const request = { platform, method, input: server.formInput(method) };
      const started = await startConnection(deps, member, request, unaudited);
      if (!started.ok || started.connectionId === null) throw new Error(JSON.stringify(started));
      return started.connectionId;
    },
    settle: async () => {
      while ((await worker.runDue()) > 0);
    },
    rows: async (sql) => (await outer.db.query<Record<string, unknown>>(sql)).rows,
    async stop() {
      app.server.closeAllConnections();
      await app.close();
      await context.dispose();
      await service.stop();
    },
  };
}
