import { Client } from 'pg';
import { sessionOptions } from './pool.ts';

/** A subscriber of notifications. */
export type Listening = {
  /** A new client, not connected. */
  readonly connect: () => Client;
  /** Channel → what to do with a notification's payload. Names are our own words, never a stranger's. */
  readonly channels: { readonly [channel: string]: (payload: string | undefined) => void };
  /** Notifications may have been missed: on every connection, and when one is lost. */
  readonly onGap: () => void;
  /** How often to check the connection, in milliseconds; absent: every 10 s. */
  readonly beatMs?: number;
};

const pauseAfterLoss = 500;

/**
 * Listens on one connection of its own until it is stopped, and connects again whenever that is lost. Who only listens never notices
 * that the other side is gone without a word, so a question is asked now and then: one that is not answered in time is a loss.
 */
export function listen({ connect, channels, onGap, beatMs = 10_000 }: Listening): { stop: () => Promise<void> } {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;

  const begin = async (): Promise<void> => {
    const connection = connect();
    client = connection;
    connection.on('notification', ({ channel, payload }) => channels[channel]?.(payload));
    connection.on('error', () => lost(connection));
    connection.once('end', () => lost(connection));
    try {
      await connection.connect();
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

/** A client for listening, not connected. */
export const listeningClient = (connectionString: string): Client =>
  new Client({
    connectionString,
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
    keepAlive: true,
    options: sessionOptions(),
    application_name: 'retoma listen',
  });
