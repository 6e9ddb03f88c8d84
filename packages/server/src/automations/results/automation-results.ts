import { describeStep, stepAt, walkFlow, type Channel, type Flow, type Locale } from '@retoma/flow';
import {
  resultReasons,
  resultStates,
  resultSteps,
  type ResultSpan,
  type StepResult,
} from './queries/automation-results.ts';
import { automationFind } from '../definitions/queries/automations.ts';
import type { RecoveredOrder } from './queries/recovered-orders.ts';
import { salesOf, type Sales } from '../../shop/orders/queries/sales.ts';
import { runStates, type RunState } from '../engine/queries/run-listings.ts';
import { storeFind, type StoreRow } from '../../stores/queries/stores.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { firstIdOf } from '../../base/ids.ts';
import { flowOfRun } from './current-steps.ts';
import type { VersionCache } from '../definitions/compiled-versions.ts';
import { recoveredOrdersOf } from './recovered-revenue.ts';

/** The funnel of one step's messages: numbers of runs, and of the received sales because of it (COM41). */
export type FunnelStep = Omit<StepResult, 'version' | 'messages' | 'resent'> & {
  /** Null: the newest version does not contain the step. */
  id: string | null;
  label: string;
  paid: number;
  cents: number;
};

/** The results of an automation since an instant. */
export type AutomationResults = {
  readonly states: Record<RunState, number>;
  readonly messages: number;
  /** Those among them that members sent again. */
  readonly resent: number;
  readonly orders: readonly RecoveredOrder[];
  readonly sales: Sales;
  /** The newest version with results; null: there is none, or it cannot be shown. */
  readonly flow: Flow | null;
  /** In the order of the newest version; steps that only older versions contain come last. */
  readonly steps: readonly FunnelStep[];
  readonly reasons: readonly { reason: string; count: number }[];
};

/** An automation whose results are reported, and its store. */
export type Automation = { automationId: string; name: string; store: StoreRow };

/** Finds an automation; undefined: the store has no such automation. */
export async function findAutomation(
  db: Queryable,
  storeId: string,
  automationId: string,
): Promise<Automation | undefined> {
  const automation = await automationFind(db, storeId, automationId);
  const store = automation && (await storeFind(db, storeId));
  return store && { automationId, name: automation.name, store };
}

/** Reads the results of an automation; times in milliseconds since 1970. */
export async function automationResults(
  { db, plans }: { db: Queryable; plans: VersionCache },
  { automationId, store: { storeId } }: Automation,
  { since, until, locale }: { since: number; until: number; locale: Locale },
): Promise<AutomationResults> {
  const span = spanSince(automationId, since);
  const counted = new Map((await resultStates(db, span)).map(({ state, count }) => [state, count]));
  const results = await resultSteps(db, span);
  const orders = await recoveredOrdersOf(db, storeId, automationId, { since, until });
  const versions = [...new Set([...results, ...orders].map(({ version }) => version))].sort(
    (one, other) => other - one,
  );
  const flows = new Map<number, Flow | null>();
  for (const version of versions) flows.set(version, await flowOfRun(db, plans, storeId, { automationId, version }));
  return {
    states: Object.fromEntries(runStates.map((state) => [state, counted.get(state) ?? 0])) as Record<RunState, number>,
    messages: results.reduce((sum, { messages }) => sum + messages, 0),
    resent: results.reduce((sum, { resent }) => sum + resent, 0),
    orders,
    sales: salesOf(orders),
    flow: flows.get(versions[0] ?? 0) ?? null,
    steps: funnelOf(flows, results, orders, locale),
    reasons: await resultReasons(db, span),
  };
}

const day = 24 * 60 * 60_000;

/** The runs of an automation since an instant, in milliseconds. An id starts with its time; `floor` allows a day of clock difference. */
export const spanSince = (automationId: string, since: number): ResultSpan => ({
  automationId,
  since: new Date(since),
  floor: firstIdOf(since - day),
});

type Places = ReadonlyMap<number, Flow | null>;

/** The same step of several versions is identified by its id. */
function funnelOf(
  flows: Places,
  results: readonly StepResult[],
  orders: readonly RecoveredOrder[],
  locale: Locale,
): FunnelStep[] {
  const nameOf = ({ version, path }: { version: number; path: string }): string => {
    const flow = flows.get(version);
    return (flow && stepAt(flow, path)?.id) || `${version} ${path}`;
  };
  const paid = Map.groupBy(orders, nameOf);
  const [latest] = flows.values();
  const order = latest ? [...walkFlow(latest)].map(({ step }) => step.id) : [];
  const steps = [...Map.groupBy(results, nameOf)].map(([name, rows]): FunnelStep & { name: string } => {
    const newest = rows.toSorted((one, other) => other.version - one.version)[0]!;
    const flow = flows.get(newest.version);
    const step = flow ? stepAt(flow, newest.path) : undefined;
    const of = (member: 'entered' | 'sent' | 'delivered' | 'read' | 'reacted'): number =>
      rows.reduce((sum, row) => sum + row[member], 0);
    const sales = salesOf(paid.get(name) ?? []);
    return {
      name,
      id: order.includes(name) ? name : null,
      path: newest.path,
      channel: newest.channel satisfies Channel,
      label: step ? describeStep(step, locale) : newest.path,
      entered: of('entered'),
      sent: of('sent'),
      delivered: of('delivered'),
      read: of('read'),
      reacted: of('reacted'),
      paid: sales.orders,
      cents: sales.cents,
    };
  });
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return steps.toSorted((one, other) => place(one.name) - place(other.name)).map(({ name: _name, ...step }) => step);
}
