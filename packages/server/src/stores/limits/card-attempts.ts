// COM23. Attackers test stolen card numbers on payment pages. The provider charges for each attempt, or blocks the store.
//
// INV1. An attempt is stored before the request to the provider and counts as refused until it is accepted: concurrent attempts are
//     counted.
// INV2. Whether the page offers cards is looked up at most every few seconds; an attempt is checked every time.
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/postgres/pool.ts';
import {
  cardAttemptAccept,
  cardAttemptBlocked,
  cardAttemptCount,
  cardAttemptDelete,
  cardAttemptInsert,
} from './queries/card-attempts.ts';
import { newId } from '../../base/ids.ts';
import { hashContactKey } from '../../base/crypto/contact-hash.ts';
import { cardLimits } from './card-limits.ts';

type CardAttemptDeps = { db: Database; clock: Clock; contactSecret: KeyObject };

/** The source of a card attempt. `network`: from `networkOf`; undefined: unknown (CHK9). */
export type CardSource = { storeId: string; network: string | undefined };

const cacheMs = 3_000;

/** Counts card attempts, and caches which stores and networks are blocked. */
export class CardAttempts {
  readonly #parts: CardAttemptDeps;
  #blocked: ReturnType<typeof cardAttemptBlocked> | undefined;
  #cachedAt = -Infinity;

  constructor(deps: CardAttemptDeps) {
    this.#parts = deps;
  }

  /** Counts an attempt before the card is charged. Returns its id; undefined: no more cards are accepted. */
  async begin({ storeId, network }: CardSource): Promise<string | undefined> {
    const { db, clock } = this.#parts;
    const attempt = { attemptId: newId(storeId), storeId, network: this.#hash(network), at: clock() };
    await cardAttemptInsert(db, attempt);
    const { recent, day, store } = await cardAttemptCount(db, attempt, cardLimits.recentMs);
    // The counts include this attempt, which is not refused yet.
    const isStoreBlocked =
      store.all > cardLimits.store.minimum && store.refused - 1 >= cardLimits.store.share * (store.all - 1);
    if (recent <= cardLimits.recent && day <= cardLimits.day && !isStoreBlocked) return attempt.attemptId;
    await cardAttemptDelete(db, attempt.attemptId);
    this.#blocked = undefined;
    return undefined;
  }

  /** Records the outcome of an attempt. `unused`: the card was not charged. */
  async end(attemptId: string, outcome: 'accepted' | 'refused' | 'unused'): Promise<void> {
    const { db } = this.#parts;
    if (outcome === 'accepted') await cardAttemptAccept(db, attemptId);
    if (outcome === 'unused') await cardAttemptDelete(db, attemptId);
  }

  /** Whether cards are offered to a shopper; the result may be some seconds old. */
  async areOffered({ storeId, network }: CardSource): Promise<boolean> {
    const { db, clock } = this.#parts;
    const now = clock();
    if (!this.#blocked || now - this.#cachedAt > cacheMs) {
      this.#cachedAt = now;
      this.#blocked = cardAttemptBlocked(db, cardLimits, now);
      this.#blocked.catch(() => (this.#blocked = undefined));
    }
    const { networks, stores } = await this.#blocked;
    return !stores.has(storeId) && !networks.has(this.#hash(network)?.toString('hex') ?? '');
  }

  #hash = (network: string | undefined): Buffer | null =>
    network === undefined ? null : hashContactKey(this.#parts.contactSecret, 'card', network);
}
