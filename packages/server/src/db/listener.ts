import { Client } from 'pg';

/** What hears of notifications. */
export type Listening = {
  /** A new client, not connected. */
  readonly connect: () => Client;
  /** Channel → what to do with a notification's payload. Names are our own words, never a stranger's. */
  readonly channels: { readonly [channel: string]: (payload: string | undefined) => void };
  /** Notifications may have been missed: on every connection, and when one is lost. */
  readonly onGap: () => void;
};

const pauseAfterLoss = 500;

/** Listens on one connection of its own until it is stopped, and connects again whenever that is lost. */
export function listen({ connect, channels, onGap }: Listening): { stop: () => Promise<void> } {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const begin = async (): Promise<void> => {
    const mine = connect();
    client = mine;
    mine.on('notification', ({ channel, payload }) => channels[channel]?.(payload));
    mine.on('error', () => lost(mine));
    mine.once('end', () => lost(mine));
    try {
      await mine.connect();
      await mine.query(
        Object.keys(channels)
          .map((channel) => `listen ${channel}`)
          .join(';'),
      );
      onGap();
    } catch {
      lost(mine);
    }
  };
  const lost = (which: Client): void => {
    if (stopped || client !== which) return;
    client = undefined;
    onGap();
    which.end().catch(() => {});
    retry = setTimeout(() => void begin(), pauseAfterLoss);
  };
  void begin();
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}

/** A client for listening, not connected. */
export const listeningClient = (connectionString: string): Client =>
  new Client({ connectionString, connectionTimeoutMillis: 2_000, keepAlive: true, application_name: 'retoma listen' });
