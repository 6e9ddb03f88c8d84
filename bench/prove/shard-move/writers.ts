import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryOne } from '../../../packages/server/src/base/postgres/query.ts';
import type { Database } from '../../../packages/server/src/base/postgres/pool.ts';
import { Caller } from '../../load/caller.ts';
import { tenItems } from '../../checkout/cart.ts';

/** A write: when it was first tried and when a try succeeded, by `performance.now()`. */
export type Write = { readonly from: number; readonly to: number };

const atOnce = 4;
/** The pause between two tries of a write, and between two writes, in milliseconds. */
const pauseMs = 50;

/** Callers that create checkouts one after the other, each with an Idempotency-Key, and try each until it succeeds. */
export class Writers {
  readonly #caller: Caller;
  readonly #key: string;
  readonly #written: string[] = [];

  constructor(baseUrls: readonly string[], checkoutKey: string) {
    this.#caller = new Caller(baseUrls);
    this.#key = checkoutKey;
  }

  /** Creates one checkout. Returns its id. */
  async write(): Promise<string> {
    const token = `write-${randomUUID()}`;
    const headers = { 'x-api-key': this.#key, 'idempotency-key': token };
    const json = JSON.stringify({ cart: { ...tenItems.cart, token } });
    for (;;) {
      const { status, body } = await this.#caller.call({ path: '/stores/external/checkout', headers, json });
      if (status === '201') {
        this.#written.push(token);
        return (JSON.parse(body) as { checkoutId: string }).checkoutId;
      }
      if (status.startsWith('4')) throw new Error(`${status}: ${body}`);
      await sleep(pauseMs);
    }
  }

  /** Begins to write. `stop` returns all writes. */
  start(): { readonly stop: () => Promise<Write[]> } {
    const state = { isOver: false };
    const writes: Write[] = [];
    const writeAlways = async (): Promise<void> => {
      while (!state.isOver) {
        const from = performance.now();
        await this.write();
        writes.push({ from, to: performance.now() });
        await sleep(pauseMs);
      }
    };
    const writing = Promise.all(Array.from({ length: atOnce }, writeAlways));
    return {
      async stop() {
        state.isOver = true;
        await writing;
        return writes;
      },
    };
  }

  /** How many checkouts were created, and how many of them are not there or there more than once. */
  async countStored(db: Database): Promise<{ written: number; lost: number; doubled: number }> {
    this.#caller.close();
    return queryOne(db, {
      text: `select count(*)::int as written, count(*) filter (where stored = 0)::int as lost,
               count(*) filter (where stored > 1)::int as doubled
             from (select count(checkout_id) as stored from unnest($1::text[]) as sent (token)
               left join checkouts on cart_token = token group by token) each`,
      values: [this.#written],
    });
  }
}
