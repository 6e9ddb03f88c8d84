import type { Delivery } from '../../providers/channels/provider.ts';
import type { ConnectionRow } from '../../providers/queries/connections.ts';
import { unseal } from '../../base/crypto/seal.ts';

/** The most cached credentials; a store has few connections. */
const capacity = 5_000;

/** The unsealed credentials of connections, cached by revision. */
export class CredentialsCache {
  readonly #key: Buffer;
  readonly #cache = new Map<string, { readonly revision: number; readonly credentials: Delivery['credentials'] }>();

  constructor(key: Buffer) {
    this.#key = key;
  }

  /**
   * The credentials of a connection. Undefined if it has none, or if they are sealed under another secret: the provider then reports it
   * broken.
   */
  of({ connectionId, revision, credentials: sealed }: ConnectionRow): Delivery['credentials'] {
    if (sealed === null) return undefined;
    const cached = this.#cache.get(connectionId);
    if (cached?.revision === revision) return cached.credentials;
    const credentials = unseal(this.#key, connectionId, sealed) as Delivery['credentials'];
    if (this.#cache.size >= capacity) this.#cache.clear();
    this.#cache.set(connectionId, { revision, credentials });
    return credentials;
  }
}
