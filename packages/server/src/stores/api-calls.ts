// The last API calls of stores, for the developers of their sites. Calls are buffered in memory and written together, outside the request.
//
// 1. A request does not wait for the write, and a failure of the write fails no request: only entries of a list are lost.
// 2. The use of a key is written at most once a minute, and a flush writes at most `rowsPerFlush` calls. Refused calls come first:
//     developers look for them.
import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/postgres/pool.ts';
import { apiCallInsertMany, apiCallList, apiKeyUseUpsertMany, type ApiCallRow } from './queries/api-calls.ts';
import { newId } from '../base/ids.ts';
import type { Logger } from '../base/log/log.ts';

/** The most stored calls of a store. */
export const maxStoredCalls = 20;

/** Milliseconds from the first buffered call to the flush. */
const flushAfterMs = 15_000;
/** Least time between two writes of the use of a key, in milliseconds. */
const usedEveryMs = 60_000;
const rowsPerFlush = 1_000;
/** The most accepted calls of one store that a flush writes. */
const acceptedPerFlush = 2;
/** Keys whose last write is remembered; more than a process serves. */
const keysRemembered = 50_000;

/** A call and its response. `route`: the declared path, without the values of its parameters. */
export type ApiCall = Omit<ApiCallRow, 'callId' | 'at'> & { readonly keyId: string };

type Noted = { readonly refused: ApiCallRow[]; readonly accepted: ApiCallRow[] };

/** The API calls of one process. */
export class ApiCalls {
  readonly #parts: { db: Database; clock: Clock; log: Logger };
  #noted = new Map<string, Noted>();
  #used = new Map<string, Date>();
  readonly #written = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: { db: Database; clock: Clock; log: Logger }) {
    this.#parts = deps;
  }

  /** Buffers a call; costs a few objects. */
  note({ keyId, ...call }: ApiCall): void {
    const at = new Date(this.#parts.clock());
    this.#used.set(keyId, at);
    const noted = this.#noted.get(call.storeId) ?? { refused: [], accepted: [] };
    this.#noted.set(call.storeId, noted);
    const [list, max] = call.code === null ? [noted.accepted, acceptedPerFlush] : [noted.refused, maxStoredCalls];
    list.push({ ...call, callId: newId(call.storeId), at });
    if (list.length > max) list.shift();
    this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs).unref();
  }

  /** Writes the buffered calls. Failures are logged and never thrown. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [noted, used] = [[...this.#noted.values()], this.#used];
    this.#noted = new Map();
    this.#used = new Map();
    const calls = [...noted.flatMap(({ refused }) => refused), ...noted.flatMap(({ accepted }) => accepted)];
    const uses = new Map([...used].filter(([keyId, at]) => this.#isDue(keyId, at.getTime())));
    try {
      if (calls.length > 0) await apiCallInsertMany(this.#parts.db, calls.slice(0, rowsPerFlush), maxStoredCalls);
      if (uses.size > 0) await apiKeyUseUpsertMany(this.#parts.db, uses);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'API calls not recorded');
    }
  }

  #isDue(keyId: string, at: number): boolean {
    if (at - (this.#written.get(keyId) ?? -Infinity) < usedEveryMs) return false;
    if (this.#written.size >= keysRemembered) this.#written.clear();
    this.#written.set(keyId, at);
    return true;
  }
}

/** The last calls of a store, newest first. */
export const storeCalls = (db: Database, storeId: string): Promise<ApiCallRow[]> => apiCallList(db, storeId);
