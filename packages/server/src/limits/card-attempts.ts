// COM23. Stolen card numbers are tried on a payment page: its provider bills each, or blocks the store.
//
// INV1. An attempt is stored before the bank is asked, and counts as refused until it was accepted: cards that are tried at once are counted.
// INV2. What the page offers is looked up at most every few seconds; what is taken is counted each time.
import type { KeyObject } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';
import {
  cardAttemptAccept,
  cardAttemptBlocked,
  cardAttemptCount,
  cardAttemptDelete,
  cardAttemptInsert,
} from '../db/queries/limits/card-attempts.ts';
import { newId } from '../platform/ids.ts';
import { hashContactKey } from '../crypto/contact-hash.ts';
import { cardLimits } from './card-limits.ts';

type CardAttemptParts = { db: Database; clock: Clock; contactSecret: KeyObject };

/** Who tries a card. `network`: as `networkOf` makes it; undefined where it is not known (CHK9). */
export type CardSource = { storeId: string; network: string | undefined };

const lookMs = 3_000;

/** Counts the cards that are tried, and knows where none is taken. */
export class CardAttempts {
  readonly #parts: CardAttemptParts;
  #blocked: ReturnType<typeof cardAttemptBlocked> | undefined;
  #lookedAt = -Infinity;

  constructor(parts: CardAttemptParts) {
    this.#parts = parts;
  }

  /** Counts a card before it is tried: the attempt, or undefined where no more are taken. */
  async begin({ storeId, network }: CardSource): Promise<string | undefined> {
    const { db, clock } = this.#parts;
    const attempt = { attemptId: newId(), storeId, network: this.#hash(network), at: clock() };
    await cardAttemptInsert(db, attempt);
    const { recent, day, store } = await cardAttemptCount(db, attempt, cardLimits.recentMs);
    // This one is among them, and is not refused yet.
    const isStoreBlocked =
      store.all > cardLimits.store.minimum && store.refused - 1 >= cardLimits.store.share * (store.all - 1);
    if (recent <= cardLimits.recent && day <= cardLimits.day && !isStoreBlocked) return attempt.attemptId;
    await cardAttemptDelete(db, attempt.attemptId);
    this.#blocked = undefined;
    return undefined;
  }

  /** What happened to an attempt. `unused`: no bank was asked. */
  async end(attemptId: string, outcome: 'accepted' | 'refused' | 'unused'): Promise<void> {
    const { db } = this.#parts;
    if (outcome === 'accepted') await cardAttemptAccept(db, attemptId);
    if (outcome === 'unused') await cardAttemptDelete(db, attemptId);
  }

  /** Whether cards are offered to a shopper; as of some seconds ago at most. */
  async areOffered({ storeId, network }: CardSource): Promise<boolean> {
    const { db, clock } = this.#parts;
    const now = clock();
    if (!this.#blocked || now - this.#lookedAt > lookMs) {
      this.#lookedAt = now;
      this.#blocked = cardAttemptBlocked(db, cardLimits, now);
      this.#blocked.catch(() => (this.#blocked = undefined));
    }
    const { networks, stores } = await this.#blocked;
    return !stores.has(storeId) && !networks.has(this.#hash(network)?.toString('hex') ?? '');
  }

  #hash = (network: string | undefined): Buffer | null =>
    network === undefined ? null : hashContactKey(this.#parts.contactSecret, 'card', network);
}
