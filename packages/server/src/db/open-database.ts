import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serviceRole, startEmbedded } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';
import { isUnavailable } from './pool.ts';
import { queryOne } from './query.ts';
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

/** `migrated`: the migrations that ran now. `rolesSplit`: whether the service's role owns none of the tables (CHK25). */
export type MigratedDatabase = OpenDatabase & { readonly migrated: string[]; readonly rolesSplit: boolean };

/** Options of `openDatabase`. */
export type OpenOptions = {
  /** Called with each step, as text for people. */
  readonly onProgress?: ((step: string) => void) | undefined;
  /** For how long to wait for a database that no server offers now, in milliseconds; absent: it fails at once. */
  readonly waitMs?: number;
};

const oldest = 15;
const connectionTimeoutMillis = 5_000;

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
    onProgress?.('Bringing the database up to date');
    const migrated = await migrate(database.ownerConnectionString, { serviceRole: database.serviceRole });
    return { ...database, migrated, rolesSplit: await areRolesSplit(database.connectionString) };
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
    const embedded = await startEmbedded(path.join(home, 'postgres'), onProgress ? { onProgress } : {});
    return {
      connectionString: embedded.serviceConnectionString,
      ownerConnectionString: embedded.connectionString,
      serviceRole,
      embedded: true,
      close: () => embedded.stop(),
    };
  }
  const role = await checkServer(databaseUrl, 'DATABASE_URL', options);
  const owner =
    databaseOwnerUrl === undefined ? role : await checkServer(databaseOwnerUrl, 'DATABASE_OWNER_URL', options);
  return {
    connectionString: databaseUrl,
    ownerConnectionString: databaseOwnerUrl ?? databaseUrl,
    serviceRole: owner === role ? undefined : role,
    embedded: false,
    close: () => Promise.resolve(),
  };
}

const areRolesSplit = (connectionString: string): Promise<boolean> =>
  withClient({ connectionString, connectionTimeoutMillis }, async (client) => !(await ownsTables(client)));

/** Checks that a server can be used, and returns the role of the connection. */
async function checkServer(connectionString: string, setting: string, options: OpenOptions): Promise<string> {
  try {
    const { version, role } = await readServer(connectionString, setting, options);
    if (version < oldest) throw new Error(`it is PostgreSQL ${version}; Retoma needs ${oldest} or later`);
    return role;
  } catch (error) {
    throw new Error(`The database of ${setting} cannot be used: ${connectErrorText(error)}`, { cause: error });
  }
}

/** The main version of a server and the role of the connection, as soon as a server accepts writes, for at most `waitMs`. */
async function readServer(
  connectionString: string,
  setting: string,
  { onProgress, waitMs = 0 }: OpenOptions,
): Promise<{ version: number; role: string }> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      return await withClient(
        { connectionString, connectionTimeoutMillis },
        (client) =>
          queryOne<{ version: number; role: string }>(client, {
            text: `select current_setting('server_version_num')::int / 10000 as version, current_user::text as role`,
          }),
        { needsPrimary: true },
      );
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + pauseMs > until) throw error;
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
