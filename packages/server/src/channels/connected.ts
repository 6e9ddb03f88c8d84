import type { z } from 'zod';
import type { SettingsForm } from '../platform/settings-form.ts';
import type { ChannelConnection } from './provider.ts';

/** A connection's settings and credentials, parsed and complete. */
export type Connected<Form extends SettingsForm> = {
  readonly settings: z.output<Form['settings']>;
  readonly credentials: z.output<Form['credentials']>;
};

/** Parses connections of one provider; undefined: settings or credentials are incomplete. */
export const connectedBy =
  <Form extends SettingsForm>({ settings, credentials }: Form) =>
  (connection: Partial<Pick<ChannelConnection, 'settings' | 'credentials'>>): Connected<Form> | undefined => {
    const known = settings.safeParse(connection.settings ?? {});
    const secret = credentials.safeParse(connection.credentials ?? {});
    // The generic form hides the types of its members.
    return known.success && secret.success
      ? ({ settings: known.data, credentials: secret.data } as Connected<Form>)
      : undefined;
  };
