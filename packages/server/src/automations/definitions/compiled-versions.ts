import {
  channelOf,
  asksForStatus,
  compileFlow,
  dataReadBy,
  defaultBusinessHours,
  defaultTimeZone,
  isSend,
  limits,
  walkFlow,
  type BusinessHours,
  type Channel,
  type Flow,
  type Plan,
} from '@retoma/flow';
import { automationVersionFindMany } from './queries/automations.ts';
import type { StoreRow } from '../../stores/queries/stores.ts';
import type { Queryable } from '../../base/postgres/pool.ts';

/** A published version, compiled for execution. */
export type CompiledVersion = {
  readonly plan: Plan;
  /** The channels of its send steps. */
  readonly channels: readonly Channel[];
  /** The categories of a run's data that it reads. */
  readonly reads: ReadonlySet<string>;
  /** Whether one of its conditions asks for orders that were cancelled. */
  readonly asksForCancelled: boolean;
};

/** A version, and the settings of its store. */
export type VersionKey = { automationId: string; version: number; store: RunStore };

/** The columns of a store that its runs need. */
export type RunStore = Pick<
  StoreRow,
  | 'storeId'
  | 'name'
  | 'domain'
  | 'active'
  | 'live'
  | 'timeZone'
  | 'noReplyMinutes'
  | 'lateMinutes'
  | 'businessHours'
  | 'countMachines'
>;

/** Stands for a store that was deleted: inactive, so its runs send nothing. */
export const deletedStore = (storeId: string): RunStore => ({
  storeId,
  name: '',
  domain: null,
  active: false,
  timeZone: defaultTimeZone,
  noReplyMinutes: limits.noReplyMinutes.default,
  lateMinutes: limits.lateMinutes.default,
  businessHours: defaultBusinessHours,
  countMachines: false,
  live: false,
});

/** The most cached versions; a plan takes a few kilobytes. */
const capacity = 5_000;

/** A version compiled for a store's settings; null if the engine cannot run it. */
type CacheEntry = { readonly key: VersionKey; readonly compiled: CompiledVersion | null };

/**
 * The versions that this process has run recently. Versions never change, so an entry is never stale. A version that cannot be compiled is
 * cached as null, and its runs fail (RUN12).
 */
export class VersionCache {
  /** Entries by automation; each has few, so a linear search is enough. Every task looks here. */
  readonly #cache = new Map<string, CacheEntry[]>();
  #count = 0;

  /** Loads each version from the cache or compiles it; null if the engine cannot run it. */
  async load(db: Queryable, keys: readonly VersionKey[]): Promise<(CompiledVersion | null)[]> {
    const found = keys.map((key) => this.#find(key));
    const missing: VersionKey[] = [];
    for (const [index, key] of keys.entries())
      if (!found[index] && !missing.some((other) => isSame(other, key))) missing.push(key);
    const added = missing.length > 0 ? await this.#compile(db, missing) : [];
    return keys.map((key, index) => (found[index] ?? added.find((entry) => isSame(entry.key, key)))!.compiled);
  }

  /** Compiles versions into the cache. */
  async #compile(db: Queryable, missing: readonly VersionKey[]): Promise<CacheEntry[]> {
    const rows = await automationVersionFindMany(
      db,
      missing.map(({ automationId }) => automationId),
      missing.map(({ version }) => version),
    );
    const definitions = new Map(rows.map((row) => [`${row.automationId} ${row.version}`, row.definition]));
    return missing.map(({ automationId, version, store }) => {
      this.#evict();
      const entry = {
        key: { automationId, version, store },
        compiled: compile(definitions.get(`${automationId} ${version}`), store),
      };
      const others = this.#cache.get(automationId);
      if (others) others.push(entry);
      else this.#cache.set(automationId, [entry]);
      this.#count++;
      return entry;
    });
  }

  #find(key: VersionKey): CacheEntry | undefined {
    const entries = this.#cache.get(key.automationId);
    if (entries === undefined) return undefined;
    for (let index = 0; index < entries.length; index++) if (isSame(entries[index]!.key, key)) return entries[index];
    return undefined;
  }

  #evict(): void {
    if (this.#count < capacity) return;
    const [oldest, dropped] = this.#cache.entries().next().value!;
    this.#cache.delete(oldest);
    this.#count -= dropped.length;
  }
}

const isSame = (one: VersionKey, other: VersionKey): boolean =>
  one.version === other.version &&
  one.automationId === other.automationId &&
  one.store.timeZone === other.store.timeZone &&
  one.store.noReplyMinutes === other.store.noReplyMinutes &&
  one.store.lateMinutes === other.store.lateMinutes &&
  isSameHours(one.store.businessHours, other.store.businessHours);

/** Stores are read anew, so the objects differ. */
const isSameHours = (one: BusinessHours, other: BusinessHours): boolean =>
  one === other || (one.from === other.from && one.to === other.to && one.days.join() === other.days.join());

function compile(definition: string | undefined, store: RunStore): CompiledVersion | null {
  if (definition === undefined) return null;
  try {
    const flow = JSON.parse(definition) as Flow;
    const { timeZone, noReplyMinutes, lateMinutes, businessHours } = store;
    const channels = new Set<Channel>();
    for (const { step } of walkFlow(flow))
      if (step.type === 'action' && isSend(step)) channels.add(channelOf[step.name]);
    return {
      plan: compileFlow(flow, { timeZone, noReplyMinutes, lateMinutes, businessHours }),
      channels: [...channels],
      reads: dataReadBy(flow),
      asksForCancelled: asksForStatus(flow, 'cancelled'),
    };
  } catch {
    return null;
  }
}
