import { Client, type ClientConfig } from 'pg';

/** Runs `work` on a new connection, and closes it. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // pg emits errors between two statements; without a listener they end the process. The next statement throws.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
