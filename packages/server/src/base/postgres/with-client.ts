import type { Client, ClientConfig } from 'pg';
import { connectClient, Servers, timeoutOf } from './servers.ts';
import { sessionSettings } from './session-settings.ts';

/** How `withClient` connects. `settings`: of the session, besides those of every session. */
type ClientOptions = ClientConfig & {
  readonly connectionString: string;
  readonly settings?: Readonly<Record<string, string>>;
};

/**
 * Runs `work` on a new connection to the first usable server, and closes it. `needsPrimary`: the server must accept writes. A
 * `connect_timeout` of the connection string has precedence over `connectionTimeoutMillis`.
 */
export async function withClient<T>(
  { connectionString, settings, ...rest }: ClientOptions,
  work: (client: Client) => Promise<T>,
  { needsPrimary = false } = {},
): Promise<T> {
  const connectionTimeoutMillis = timeoutOf(connectionString, 'connect_timeout') ?? rest.connectionTimeoutMillis;
  const client = await connectClient(new Servers(connectionString, { needsPrimary }), {
    ...rest,
    settings: sessionSettings(connectionString, settings),
    connectionTimeoutMillis,
  });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
