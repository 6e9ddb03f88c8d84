import { deriveKeys, keysOf } from '../base/crypto/derive-keys.ts';

/**
 * COM6: the keys under which a store's own system signs its events (`deriveKeys`). They are derived from the server's secret and the
 * store's id, so nothing is stored. They change only with the server's secret.
 */
export const webhookKey = (secret: string, storeId: string): Buffer =>
  deriveKeys(secret, `webhooks of store ${storeId.toLowerCase()}`);

/** The newest of these keys as Standard Webhooks writes it: `whsec_<base64>`. */
export const webhookSecret = (keys: Buffer): string => `whsec_${keysOf(keys)[0]!.toString('base64')}`;
