import { deriveKeys, keysOf } from '../crypto/derive-keys.ts';

/**
 * COM6: the keys under which a store's own system signs its events (`deriveKeys`). They follow from the server's secret and the store's id, so
 * nothing is stored. Made anew only with a new secret of the server.
 */
export const webhookKey = (secret: string, storeId: string): Buffer =>
  deriveKeys(secret, `webhooks of store ${storeId.toLowerCase()}`);

/** The first of them as Standard Webhooks writes it: `whsec_<base64>`. */
export const webhookSecret = (keys: Buffer): string => `whsec_${keysOf(keys)[0]!.toString('base64')}`;
