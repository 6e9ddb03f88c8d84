import { channelOf, compileFlow, dataReadBy, isSend, walkFlow, type Channel, type Flow, type Plan } from '@retoma/flow';
import { automationVersionFindMany } from '../db/queries/automations/automations.ts';
import type { StoreRow } from '../db/queries/stores/stores.ts';
import type { Queryable } from '../db/pool.ts';

/** A published version made ready to be run. */
export type ReadyPlan = {
  readonly plan: Plan;
  /** The channels that it sends on. */
  readonly channels: readonly Channel[];
  /** What of a run's data it reads. */
  readonly reads: ReadonlySet<string>;
  /** The steps from which moves have gone on to where data was needed, as `placeOf` (run-batch.ts) numbers them. */
  readonly asking: Set<number>;
};

/** Which version, and how its store wants runs to behave. */
export type PlanKey = { automationId: string; version: number; store: RunStore };

/** What a run needs of its store. */
export type RunStore = Pick<
  StoreRow,
  'storeId' | 'name' | 'domain' | 'active' | 'timeZone' | 'noReplyMinutes' | 'lateMinutes' | 'countMachines'
>;

/** Beyond this many the oldest are dropped; a plan is a few kilobytes. */
const capacity = 5_000;

/** One that was compiled for a store's settings; null where the engine cannot run it. */
type CacheEntry = { readonly key: PlanKey; readonly ready: ReadyPlan | null };

/**
 * The versions that this process has run lately. Versions never change, so an entry is never stale; one that cannot be compiled
 * is remembered as null, and its runs fail (RUN12).
 */
export class Plans {
  /** By automation: its versions and the settings of its store are few. Every move looks here. */
  readonly #cached = new Map<string, CacheEntry[]>();
  #count = 0;

  /** Each of these, compiled where this process has not run it lately; null where the engine cannot run it. */
  async load(db: Queryable, wanted: readonly PlanKey[]): Promise<(ReadyPlan | null)[]> {
    const found = wanted.map((key) => this.#find(key));
    const missing: PlanKey[] = [];
    for (const [index, key] of wanted.entries())
      if (!found[index] && !missing.some((other) => isSame(other, key))) missing.push(key);
    const compiled = missing.length > 0 ? await this.#compile(db, missing) : [];
    return wanted.map((key, index) => (found[index] ?? compiled.find((cached) => isSame(cached.key, key)))!.ready);
  }

  /** Compiles and keeps. */
  async #compile(db: Queryable, missing: readonly PlanKey[]): Promise<CacheEntry[]> {
    const rows = await automationVersionFindMany(
      db,
      missing.map(({ automationId }) => automationId),
      missing.map(({ version }) => version),
    );
    const definitions = new Map(rows.map((row) => [`${row.automationId} ${row.version}`, row.definition]));
    return missing.map(({ automationId, version, store }) => {
      this.#evict();
      const cached = {
        key: { automationId, version, store },
        ready: compile(definitions.get(`${automationId} ${version}`), store),
      };
      const others = this.#cached.get(automationId);
      if (others) others.push(cached);
      else this.#cached.set(automationId, [cached]);
      this.#count++;
      return cached;
    });
  }

  #find(key: PlanKey): CacheEntry | undefined {
    const cached = this.#cached.get(key.automationId);
    if (cached === undefined) return undefined;
    for (let index = 0; index < cached.length; index++) if (isSame(cached[index]!.key, key)) return cached[index];
    return undefined;
  }

  #evict(): void {
    if (this.#count < capacity) return;
    const [oldest, dropped] = this.#cached.entries().next().value!;
    this.#cached.delete(oldest);
    this.#count -= dropped.length;
  }
}

const isSame = (one: PlanKey, other: PlanKey): boolean =>
  one.version === other.version &&
  one.automationId === other.automationId &&
  one.store.timeZone === other.store.timeZone &&
  one.store.noReplyMinutes === other.store.noReplyMinutes &&
  one.store.lateMinutes === other.store.lateMinutes;

function compile(definition: string | undefined, store: RunStore): ReadyPlan | null {
  if (definition === undefined) return null;
  try {
    const flow = JSON.parse(definition) as Flow;
    const { timeZone, noReplyMinutes, lateMinutes } = store;
    const channels = new Set<Channel>();
    for (const { step } of walkFlow(flow))
      if (step.type === 'action' && isSend(step)) channels.add(channelOf[step.name]);
    return {
      plan: compileFlow(flow, { timeZone, noReplyMinutes, lateMinutes }),
      channels: [...channels],
      reads: dataReadBy(flow),
      asking: new Set(),
    };
  } catch {
    return null;
  }
}
