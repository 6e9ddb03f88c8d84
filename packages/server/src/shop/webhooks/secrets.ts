import { unseal } from '../../base/crypto/seal.ts';
import { random } from '../../base/ids.ts';

/** WHK3: a new secret of an endpoint, as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => `whsec_${random(32).toString('base64')}`;

/** The secret of an endpoint that was sealed under its id; undefined: the server's secret has changed since. */
export function openWebhookSecret(key: Buffer, endpointId: string, sealed: Buffer): string | undefined {
  const value = unseal(key, endpointId, sealed);
  return typeof value === 'string' ? value : undefined;
}
