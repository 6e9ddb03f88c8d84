import { deriveKey } from '../secrets.ts';

/**
 * E6: the key under which a store's own system signs its events. It follows from the server's secret and the store's id, so
 * nothing is stored. Made anew only with a new secret of the server.
 */
export const webhookKey = (secret: string, storeId: string): Buffer =>
  deriveKey(secret, `webhooks of store ${storeId.toLowerCase()}`);

/** A key as Standard Webhooks writes it: `whsec_<base64>`. */
export const webhookSecret = (key: Buffer): string => `whsec_${key.toString('base64')}`;
