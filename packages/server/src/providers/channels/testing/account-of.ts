import type { Channel } from '@retoma/flow';
import { declarationOf } from '../index.ts';
import type { GatewayAccount } from './gateway-suite.ts';

/** The members of settings that hold the address of a provider's server. */
const addressSettings = ['url', 'baseUrl'];

/** The account of a provider's tests, from its folder, on a server at `address`. */
export async function accountOf(channel: Channel, provider: string, address: string): Promise<GatewayAccount> {
  const file = `../${channel}/${provider}/testing/account.ts`;
  const { account } = (await import(file)) as { account: GatewayAccount };
  const { shape } = declarationOf(channel, provider)!.form.settings;
  const addresses = addressSettings.filter((name) => name in shape).map((name) => [name, address]);
  return { ...account, settings: { ...account.settings, ...Object.fromEntries(addresses) } };
}
