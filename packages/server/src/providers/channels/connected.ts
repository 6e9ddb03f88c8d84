import type { z } from 'zod';
import type { SettingsForm } from '../../base/settings-form.ts';
import type { ChannelConnection } from './provider.ts';

/** A connection's settings and credentials, parsed and complete. */
export type Connected<Form extends SettingsForm> = {
  readonly settings: z.output<Form['settings']>;
  readonly credentials: z.output<Form['credentials']>;
};

/** Parses the settings of connections of one provider; undefined: they are incomplete. */
export const settingsBy =
  <Form extends SettingsForm>({ settings }: Form) =>
  (stored: ChannelConnection['settings'] = {}): Connected<Form>['settings'] | undefined => {
    const parsed = settings.safeParse(stored);
    // The generic form hides the types of its members.
    return parsed.success ? (parsed.data as Connected<Form>['settings']) : undefined;
  };

/** Parses connections of one provider; undefined: settings or credentials are incomplete. */
export const connectedBy =
  <Form extends SettingsForm>(form: Form) =>
  (connection: Partial<Pick<ChannelConnection, 'settings' | 'credentials'>>): Connected<Form> | undefined => {
    const settings = settingsBy(form)(connection.settings);
    const secret = form.credentials.safeParse(connection.credentials ?? {});
    return settings && secret.success
      ? { settings, credentials: secret.data as Connected<Form>['credentials'] }
      : undefined;
  };
