import type { AddressInfo } from 'node:net';
import { createApp } from '../../../app/http/app.ts';
import { openContext } from '../../../context.ts';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { startConnection } from '../connecting/manage-connections.ts';
import { connectorDepsOf, type ConnectorDeps } from '../connector-deps.ts';
import { connectionWorker } from '../reading/connection-worker.ts';
import type { PlatformServer } from './platform-server.ts';

/** A store with a service, in which shops are connected and read at the clock of their servers. */
export type ConnectedStore = {
  readonly service: TestService;
  readonly storeId: string;
  readonly deps: ConnectorDeps;
  /** Connects the server's shop by keys: the method with that index. Returns the connection's id. */
  readonly connect: (platform: string, method: number) => Promise<string>;
  /** Runs what is due until nothing is. */
  readonly settle: () => Promise<void>;
  /** Rows of a statement. */
  readonly rows: (sql: string) => Promise<Record<string, unknown>[]>;
  readonly stop: () => Promise<void>;
};

/** Starts a service whose connectors call a local server, and has its clock. */
export async function startConnectedStore(server: PlatformServer): Promise<ConnectedStore> {
  const clock = server.now;
  const service = await startTestService({ RATE_LIMIT_PER_SECOND: '0', ALLOW_PRIVATE_ADDRESSES: 'true' });
  const { storeId, context: outer, databaseUrl } = service;
  const { log } = outer;
  const hosts = server.hosts.map((host) => `${host}=${server.url}`).join();
  const config = { ...outer.config, providerSettings: { ...outer.config.providerSettings, PLATFORM_HOSTS: hosts } };
  const secret = 'a secret for tests of thirty-two characters';
  const context = openContext({ config, log, connectionString: databaseUrl, secret, baseUrl: service.baseUrl, clock });
  const app = createApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  context.baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const deps = { ...connectorDepsOf(context), sleep: () => Promise.resolve() };
  const worker = connectionWorker(deps);
  return {
    service,
    storeId,
    deps,
    connect: async (platform, method) => {
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
