import path from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from './embedded/embedded.ts';

/** Where the database is, and how to leave it. */
export type OpenDatabase = { connectionString: string; embedded: boolean; close: () => Promise<void> };

const oldest = 15;

/** The PostgreSQL of DATABASE_URL (15 or later), or else the embedded one below RETOMA_HOME. Throws in words for a person. */
export async function openDatabase(
  config: { databaseUrl: string | undefined; home: string },
  onProgress?: (step: string) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) {
    const options = onProgress ? { onProgress } : {};
    const embedded = await startEmbedded(path.join(config.home, 'postgres'), options);
    return { connectionString: embedded.connectionString, embedded: true, close: () => embedded.stop() };
  }
  await checkVersion(config.databaseUrl);
  return { connectionString: config.databaseUrl, embedded: false, close: () => Promise.resolve() };
}

async function checkVersion(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the statement throws as well
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const version = rows[0]!.version;
    if (version < oldest) throw new Error(`it is PostgreSQL ${version}; Retoma needs ${oldest} or later`);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`The database of DATABASE_URL cannot be used: ${message || code}`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}
