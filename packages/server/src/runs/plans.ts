import { channelOf, compileFlow, dataReadBy, isSend, walkFlow, type Channel, type Flow, type Plan } from '@retoma/flow';
import { automationVersionFindMany } from '../db/queries/automations.ts';
import type { StoreRow } from '../db/queries/stores.ts';
import type { Queryable } from '../db/pool.ts';

/** A published version made ready to be run. */
export type ReadyPlan = {
  readonly plan: Plan;
  /** The channels that it sends on. */
  readonly channels: readonly Channel[];
  /** What of a run's data it reads. */
  readonly reads: ReadonlySet<string>;
};

/** Which version, and how its store wants runs to behave. */
export type PlanKey = { automationId: string; version: number; store: RunStore };

/** What a run needs of its store. */
export type RunStore = Pick<
  StoreRow,
  'storeId' | 'name' | 'domain' | 'active' | 'timeZone' | 'noReplyMinutes' | 'lateMinutes'
>;

/** Beyond this many the oldest are dropped; a plan is a few kilobytes. */
const capacity = 5_000;

/**
 * The versions that this process has run lately. Versions never change, so an entry is never stale; one that cannot be compiled
 * is remembered as null, and its runs fail (C12).
 */
export class Plans {
  readonly #plans = new Map<string, ReadyPlan | null>();

  /** Compiles those that are missing. */
  async load(db: Queryable, wanted: readonly PlanKey[]): Promise<void> {
    const missing = new Map<string, PlanKey>();
    for (const key of wanted) {
      const name = nameOf(key);
      if (!this.#plans.has(name)) missing.set(name, key);
    }
    if (missing.size === 0) return;
    const keys = [...missing.values()];
    const rows = await automationVersionFindMany(
      db,
      keys.map(({ automationId }) => automationId),
      keys.map(({ version }) => version),
    );
    const definitions = new Map(rows.map((row) => [`${row.automationId} ${row.version}`, row.definition]));
    for (const [name, key] of missing) {
      if (this.#plans.size >= capacity) this.#plans.delete(this.#plans.keys().next().value!);
      this.#plans.set(name, compile(definitions.get(`${key.automationId} ${key.version}`), key.store));
    }
  }

  /** One that was loaded; null where the engine cannot run it. */
  get(key: PlanKey): ReadyPlan | null {
    return this.#plans.get(nameOf(key)) ?? null;
  }
}

const nameOf = ({ automationId, version, store }: PlanKey): string =>
  `${automationId} ${version} ${store.timeZone} ${store.noReplyMinutes} ${store.lateMinutes}`;

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
    };
  } catch {
    return null;
  }
}
