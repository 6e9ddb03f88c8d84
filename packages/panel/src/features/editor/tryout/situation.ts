import {
  isSend,
  naturalData,
  walkFlow,
  type ActionStep,
  type Change,
  type Fate,
  type Flow,
  type RunData,
  type Scenario,
} from '@retoma/flow';

/** What happens to the payment in a test. */
export const payments = ['waits', 'pays', 'paid', 'refused', 'cancelled'] as const;

/** What the customer does with the messages in a test. */
export const customers = ['nothing', 'reply', 'open', 'click'] as const;

/** A test in the words of its form. Minutes count from the event, of what the customer does from each message. */
export type Situation = {
  payment: (typeof payments)[number];
  paidAfter: number;
  customer: (typeof customers)[number];
  after: number;
  /** The hour at which the event happens, `10:00`. */
  hour: string;
  /** Fields that conditions ask for, with what they are; empty: nothing is there. */
  facts: Readonly<Record<string, string>>;
};

/** What a test begins with: nobody pays, nobody answers. */
export const usualSituation = (flow: Flow): Situation => ({
  payment: paidAtStart(flow) ? 'paid' : 'waits',
  paidAfter: 60,
  customer: 'nothing',
  after: 10,
  hour: '10:00',
  facts: Object.fromEntries(factsOf(flow).map((field) => [field, textOf(usualValue(flow, field))])),
});

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Whether the event itself says that the order is paid. */
export const paidAtStart = (flow: Flow): boolean =>
  flow.trigger_event === 'payment.confirmed' || flow.trigger_event === 'tracking_code_updated';

/** The fields that the rules of a flow ask for, besides the payment's status, which the form asks in words. */
export function factsOf(flow: Flow): string[] {
  const fields = [...walkFlow(flow)].flatMap(({ step }) => {
    if (step.type === 'loop') return step.condition ? [step.condition] : [];
    if (step.type !== 'condition') return [];
    if (step.branches) return step.branches.flatMap(({ conditions }) => conditions);
    return step.conditions ?? [step];
  });
  return [...new Set(fields.map(({ field }) => field))].filter((field) => field !== 'payment_status');
}

/** What a customer can do here that changes anything: a list of steps waits for it. */
export function reactionsIn(flow: Flow): (typeof customers)[number][] {
  const actions = [...walkFlow(flow)].flatMap(({ step }) => (step.type === 'action' ? [step] : []));
  const waits = (outlet: keyof ActionStep): boolean => actions.some((action) => outlet in action);
  return [
    'nothing',
    ...(waits('onResponse') || waits('onNoReply') ? (['reply'] as const) : []),
    ...(waits('onOpen') ? (['open'] as const) : []),
    ...(waits('onClickLink') ? (['click'] as const) : []),
  ];
}

/** Where a field's value stands in the data of a scenario. */
const places: Readonly<Record<string, string>> = {
  payment_method: 'order.payment_method',
  amount: 'event.amount',
};

const placeOf = (field: string): string => places[field] ?? field;

function usualValue(flow: Flow, field: string): unknown {
  return placeOf(field)
    .split('.')
    .reduce<unknown>(
      (data, member) => (data as Record<string, unknown> | undefined)?.[member],
      naturalData(flow.trigger_event),
    );
}

const statuses = {
  waits: undefined,
  pays: undefined,
  paid: 'PAID',
  refused: 'FAILED',
  cancelled: 'CANCELLED',
} as const;

/** What the simulator plays of a situation, on `day` (`2026-01-05`), at its hour in the store's time zone (IANA). */
export function scenarioOf(flow: Flow, situation: Situation, day: string, timeZone: string): Scenario {
  const status = statuses[situation.payment];
  const facts = Object.entries(situation.facts).map(([field, value]): [string, unknown] => [
    placeOf(field),
    value === ''
      ? null
      : typeof usualValue(flow, field) === 'number' && Number.isFinite(Number(value))
        ? Number(value)
        : value,
  ]);
  const settled = [...facts, ...(status ? [['order.status', status] as [string, unknown]] : [])];
  const context = settled.reduce(
    (data, [place, value]) => withValue(data, place.split('.'), value),
    naturalData(flow.trigger_event),
  );
  return {
    start: `${day}T${situation.hour}:00${offsetOf(timeZone, `${day}T${situation.hour}:00Z`)}`,
    context,
    changes: changesOf(situation),
    messages: fatesOf(flow, situation),
  };
}

/** What a zone's clocks are ahead of UTC by at an instant: `-04:00`. */
function offsetOf(timeZone: string, at: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(new Date(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) || '+00:00';
}

function changesOf({ payment, paidAfter }: Situation): Change[] {
  return payment === 'pays' ? [{ at: paidAfter, set: { 'order.status': 'PAID' } }] : [];
}

function fatesOf(flow: Flow, { customer, after }: Situation): Fate[] {
  if (customer === 'nothing') return [];
  return [...walkFlow(flow)].flatMap(({ step, path }) =>
    step.type === 'action' && isSend(step) ? [{ step: step.id ?? path, [customer]: after }] : [],
  );
}

/** Data with another value at a place; what is not on the way is shared. */
export function withValue(data: RunData, [member, ...rest]: string[], value: unknown): RunData {
  const inner = (data as Record<string, unknown>)[member!];
  const inside = rest.length === 0 ? value : withValue(typeof inner === 'object' && inner ? inner : {}, rest, value);
  return { ...data, [member!]: inside };
}
