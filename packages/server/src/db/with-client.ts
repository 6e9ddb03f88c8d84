import type { Client, ClientConfig } from 'pg';
import { connectClient, Servers } from './servers.ts';

/** Runs `work` on a new connection to the first usable server, and closes it. `needsPrimary`: the server must accept writes. */
export async function withClient<T>(
  { connectionString, ...options }: ClientConfig & { connectionString: string },
  work: (client: Client) => Promise<T>,
  { needsPrimary = false } = {},
): Promise<T> {
  const client = await connectClient(new Servers(connectionString, { needsPrimary }), options);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
