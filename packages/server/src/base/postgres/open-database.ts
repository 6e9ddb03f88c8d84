import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkServer } from './check-server.ts';
import { DatabaseClock } from './database-clock.ts';
import { serviceRole, startEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';
import { isUnavailable } from './pool.ts';
import { DatabaseRefused } from './refusals.ts';
import { ownsTables } from './roles.ts';
import { withClient } from './with-client.ts';

/** Connection strings of a database, and how to close it. */
type OpenDatabase = {
  /** Connects as the service's role. */
  connectionString: string;
  /** Connects as the owner, for migrations; the same as above if roles are not split (CHK25). */
  ownerConnectionString: string;
  /** The service's role; undefined if roles are not split. */
  serviceRole: string | undefined;
  embedded: boolean;
  close: () => Promise<void>;
};

/**
 * `migrated`: the migrations that ran now. `rolesSplit`: whether the service's role owns none of the tables (CHK25). `clock`: measured once
 * (RUN20).
 */
export type MigratedDatabase = OpenDatabase & {
  readonly migrated: string[];
  readonly rolesSplit: boolean;
  readonly clock: DatabaseClock;
};

/** Options of `openDatabase`. */
export type OpenOptions = {
  /** Called with each step, as text for people. */
  readonly onProgress?: ((step: string) => void) | undefined;
  /** For how long to wait for a database that no server offers now, in milliseconds; absent: it fails at once. */
  readonly waitMs?: number;
};

/**
 * Opens and migrates the PostgreSQL of DATABASE_URL (15 or later), or else the embedded one below RETOMA_HOME. Throws errors with messages
 * for people.
 */
export async function openDatabase(
  config: { databaseUrl: string | undefined; databaseOwnerUrl: string | undefined; home: string },
  options: OpenOptions = {},
): Promise<MigratedDatabase> {
  const { onProgress } = options;
  const database = await findDatabase(config, options);
  try {
    onProgress?.('Migrating the database');
    const migrated = await migrate(database.ownerConnectionString, { serviceRole: database.serviceRole });
    return { ...database, migrated, ...(await readAsService(database.connectionString)) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function findDatabase(
  { databaseUrl, databaseOwnerUrl, home }: Parameters<typeof openDatabase>[0],
  options: OpenOptions,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) {
    const { onProgress } = options;
    const onFailure = (error: unknown): void => onProgress?.(connectErrorText(error));
    const embedded = await startEmbedded(path.join(home, 'postgres'), { onFailure, ...(onProgress && { onProgress }) });
    return {
      connectionString: embedded.serviceConnectionString,
      ownerConnectionString: embedded.connectionString,
      serviceRole,
      embedded: true,
      close: () => embedded.stop(),
    };
  }
  const role = await awaitServer(databaseUrl, 'DATABASE_URL', options);
  const owner =
    databaseOwnerUrl === undefined ? role : await awaitServer(databaseOwnerUrl, 'DATABASE_OWNER_URL', options);
  return {
    connectionString: databaseUrl,
    ownerConnectionString: databaseOwnerUrl ?? databaseUrl,
    serviceRole: owner === role ? undefined : role,
    embedded: false,
    close: () => Promise.resolve(),
  };
}

const readAsService = (connectionString: string): Promise<Pick<MigratedDatabase, 'rolesSplit' | 'clock'>> =>
  withClient({ connectionString, connectionTimeoutMillis: 5_000 }, async (client) => {
    const clock = new DatabaseClock();
    await clock.measure(client);
    return { rolesSplit: !(await ownsTables(client)), clock };
  });

/** Checks the server as soon as one accepts writes, for at most `waitMs`, and returns the role of the connection. */
async function awaitServer(
  connectionString: string,
  setting: string,
  { onProgress, waitMs = 0 }: OpenOptions,
): Promise<string> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await checkServer({ connectionString, setting });
    } catch (error) {
      if (error instanceof DatabaseRefused) throw error;
      if (!isUnavailable(error) || performance.now() + pauseMs > until)
        throw new Error(`Cannot use the database of ${setting}: ${connectErrorText(error)}`, { cause: error });
      onProgress?.(`Waiting for the database of ${setting}: ${connectErrorText(error)}`);
      await setTimeout(pauseMs);
    }
  }
}

const pauseMs = 1_000;

const connectErrorText = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
};
