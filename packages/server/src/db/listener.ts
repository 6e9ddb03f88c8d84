import type { Client } from 'pg';
import { sessionOptions } from './pool.ts';
import { connectClient, Servers } from './servers.ts';

/** Options of `listen`. */
export type Listening = {
  /** Returns a new connection. */
  readonly connect: () => Promise<Client>;
  /** Handlers by channel. Channel names are constants of the code, never input. */
  readonly channels: { readonly [channel: string]: (payload: string | undefined) => void };
  /** Called when notifications may have been missed: after every connect, and when a connection is lost. */
  readonly onGap: () => void;
  /** How often to check the connection, in milliseconds; absent: every 3 s. */
  readonly beatMs?: number;
};

const pauseAfterLoss = 500;

/**
 * Listens on a dedicated connection until it is stopped, and reconnects when the connection is lost. A connection that only listens does
 * not notice that its peer has vanished, so a query checks it every `beatMs`: if the query fails, the connection counts as lost.
 */
export function listen({ connect, channels, onGap, beatMs = 3_000 }: Listening): { stop: () => Promise<void> } {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;

  const begin = async (): Promise<void> => {
    const connection = await connect().catch(() => undefined);
    if (stopped) return void connection?.end().catch(() => {});
    if (!connection) {
      onGap();
      return beginAgain();
    }
    client = connection;
    connection.on('notification', ({ channel, payload }) => channels[channel]?.(payload));
    connection.on('error', () => lost(connection));
    connection.once('end', () => lost(connection));
    try {
      await connection.query(
        Object.keys(channels)
          .map((channel) => `listen ${channel}`)
          .join(';'),
      );
      onGap();
      beatAgain(connection);
    } catch {
      lost(connection);
    }
  };
  const beatAgain = (connection: Client): void => {
    if (stopped || client !== connection) return;
    beat = setTimeout(() => {
      connection.query('select 1').then(
        () => beatAgain(connection),
        () => lost(connection),
      );
    }, beatMs);
  };
  const lost = (which: Client): void => {
    if (stopped || client !== which) return;
    client = undefined;
    clearTimeout(beat);
    onGap();
    which.end().catch(() => {});
    beginAgain();
  };
  const beginAgain = (): void => {
    retry = setTimeout(() => void begin(), pauseAfterLoss);
  };
  void begin();
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearTimeout(beat);
      await client?.end().catch(() => {});
    },
  };
}

/** How connections for listening are made: to the primary, each time. */
export function connectListener(connectionString: string): Listening['connect'] {
  const servers = new Servers(connectionString);
  return () =>
    connectClient(servers, {
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
      keepAlive: true,
      options: sessionOptions(connectionString),
      application_name: 'retoma listen',
    });
}
