import type { Client, ClientConfig } from 'pg';
import { connectClient, Servers, timeoutOf } from './servers.ts';

/**
 * Runs `work` on a new connection to the first usable server, and closes it. `needsPrimary`: the server must accept writes. A
 * `connect_timeout` of the connection string has precedence over `connectionTimeoutMillis`.
 */
export async function withClient<T>(
  { connectionString, ...options }: ClientConfig & { connectionString: string },
  work: (client: Client) => Promise<T>,
  { needsPrimary = false } = {},
): Promise<T> {
  const connectionTimeoutMillis = timeoutOf(connectionString, 'connect_timeout') ?? options.connectionTimeoutMillis;
  const servers = new Servers(connectionString, { needsPrimary });
  const client = await connectClient(servers, { ...options, connectionTimeoutMillis });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
