import type { z } from 'zod';
import type { ChannelConnection } from './provider.ts';

/** A connection's settings and credentials, parsed and complete. */
export type Connected<Settings, Credentials> = { readonly settings: Settings; readonly credentials: Credentials };

/** Parses connections of one provider; undefined: settings or credentials are incomplete. */
export const connectedBy =
  <Settings, Credentials>(settings: z.ZodType<Settings>, credentials: z.ZodType<Credentials>) =>
  (
    connection: Partial<Pick<ChannelConnection, 'settings' | 'credentials'>>,
  ): Connected<Settings, Credentials> | undefined => {
    const known = settings.safeParse(connection.settings ?? {});
    const secret = credentials.safeParse(connection.credentials ?? {});
    return known.success && secret.success ? { settings: known.data, credentials: secret.data } : undefined;
  };
