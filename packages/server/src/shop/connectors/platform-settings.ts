import { z } from 'zod';
import { connectors, platforms } from './find-connector.ts';
import type { PlatformApp } from './connector.ts';
import type { PlatformHosts } from './replace-host.ts';

/** The platforms of which an installation may have an app. */
const withApp = platforms.filter((platform) => connectors[platform]!.methods.some(({ needsApp }) => needsApp));

const variablesOf = (platform: string): { readonly id: string; readonly secret: string } => {
  const name = platform.toUpperCase().replaceAll('-', '_');
  return { id: `${name}_APP_ID`, secret: `${name}_APP_SECRET` };
};

const optionalText = (description: string): z.ZodType<string> => z.string().trim().default('').describe(description);

/** The environment settings of all platforms. */
export const connectorSettings: Readonly<Record<string, z.ZodType<string>>> = {
  ...Object.fromEntries(
    withApp.flatMap((platform) => {
      const { label } = connectors[platform]!;
      const { id, secret } = variablesOf(platform);
      return [
        [id, optionalText(`id of your app at ${label}, with which owners connect their stores`)],
        [secret, optionalText('its secret')],
      ];
    }),
  ),
  PLATFORM_HOSTS: optionalText(
    'servers in place of hosts of platforms, for development: `api.example.com=http://127.0.0.1:4000`',
  ),
};

/** The installation's app of a platform; null: it has none. */
export function appOf(settings: Readonly<Record<string, string>>, platform: string): PlatformApp | null {
  const variables = variablesOf(platform);
  const [id = '', secret = ''] = [settings[variables.id], settings[variables.secret]];
  return id !== '' && secret !== '' ? { id, secret } : null;
}

/** The local servers in place of platforms' hosts. */
export const hostsOf = (settings: Readonly<Record<string, string>>): PlatformHosts =>
  new Map(
    (settings['PLATFORM_HOSTS'] ?? '')
      .split(',')
      .map((pair) => pair.trim().split('=', 2))
      .filter((pair): pair is [string, string] => pair.length === 2),
  );
