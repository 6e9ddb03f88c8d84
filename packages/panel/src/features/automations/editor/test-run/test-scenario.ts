import {
  isSend,
  walkFlow,
  withValue,
  type ActionStep,
  type Change,
  type DeliveryScript,
  type Flow,
  type RunData,
  type Scenario,
} from '@retoma/flow';
import { paidMinutes, paymentIn, valueIn, type TestStart } from './test-start.ts';

/** The outcome of the payment in a test. `waits`: the status stays unchanged; `happened`: the real payment of the order. */
export const payments = ['waits', 'happened', 'pays', 'paid', 'refused', 'cancelled'] as const;

/** The customer's reaction to the messages in a test. */
export const customers = ['nothing', 'reply', 'open', 'click'] as const;

/** The values of the test form. Minutes count from the event; those of the customer's reaction from each message. */
export type TestScenario = {
  payment: (typeof payments)[number];
  paidAfter: number;
  customer: (typeof customers)[number];
  after: number;
  /** The time of day of the event, `10:00`. */
  hour: string;
  /** Fields that conditions read, with their values; empty: no value. */
  facts: Readonly<Record<string, string>>;
};

/** The default scenario: no payment and no reply. */
export const usualTestScenario = (flow: Flow, { data, hour }: TestStart): TestScenario => ({
  payment: 'waits',
  paidAfter: 60,
  customer: 'nothing',
  after: 10,
  hour,
  facts: Object.fromEntries(factsOf(flow).map((field) => [field, inputValue(valueIn(data, fieldPath(field)))])),
});

const inputValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The payment outcomes that are possible with the data. */
export function paymentsFor(testStart: TestStart): (typeof payments)[number][] {
  const real = paidMinutes(testStart) === undefined ? [] : (['happened'] as const);
  const isPaid = paymentIn(testStart.data) === 'paid';
  return isPaid ? ['waits', ...real, 'cancelled'] : ['waits', 'pays', 'paid', 'refused', 'cancelled'];
}

/** The fields that the rules of a flow read. The payment status is left out, because the form has its own input for it. */
export function factsOf(flow: Flow): string[] {
  const fields = [...walkFlow(flow)].flatMap(({ step }) => {
    if (step.type === 'loop') return step.condition ? [step.condition] : [];
    if (step.type !== 'condition') return [];
    if (step.branches) return step.branches.flatMap(({ conditions }) => conditions);
    return step.conditions ?? [step];
  });
  return [...new Set(fields.map(({ field }) => field))].filter((field) => field !== 'payment_status');
}

/** The reactions that change the result in this flow, because an event handler waits for them. */
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

/** The paths of fields in a scenario's data, if they differ from the field's name. */
const fieldPaths: Readonly<Record<string, string>> = {
  payment_method: 'order.payment_method',
  amount: 'event.amount',
};

const fieldPath = (field: string): string => fieldPaths[field] ?? field;

const statuses = {
  waits: undefined,
  happened: 'PENDING',
  pays: undefined,
  paid: 'PAID',
  refused: 'FAILED',
  cancelled: 'CANCELLED',
} as const;

/** The simulator's input for a test, at its time of day in the store's time zone (IANA). */
export function scenarioOf(flow: Flow, testStart: TestStart, testScenario: TestScenario, timeZone: string): Scenario {
  const { data, day } = testStart;
  const status = statuses[testScenario.payment];
  const context = [...changedFacts(data, testScenario), ...Object.entries(status ? paymentIs(status) : {})].reduce(
    (data, [path, value]) => withValue(data, path.split('.'), value),
    data,
  );
  return {
    start: `${day}T${testScenario.hour}:00${offsetOf(timeZone, `${day}T${testScenario.hour}:00Z`)}`,
    context,
    changes: changesOf(testStart, testScenario),
    messages: deliveryScripts(flow, testScenario),
  };
}

/** The fields whose value differs from the data. A number stays a number, and an empty field becomes null. */
function changedFacts(data: RunData, { facts }: TestScenario): [path: string, value: unknown][] {
  return Object.entries(facts).flatMap(([field, text]) => {
    const path = fieldPath(field);
    const value = valueIn(data, path);
    if (text === inputValue(value)) return [];
    const isNumber = typeof value === 'number' && Number.isFinite(Number(text));
    return [[path, text === '' ? null : isNumber ? Number(text) : text] as [string, unknown]];
  });
}

/** The changes that set the status of a payment, by path. */
const paymentIs = (status: string): Record<string, unknown> => ({
  'order.status': status,
  'order.payment_status': status.toLowerCase(),
});

/** The UTC offset of a time zone at an instant: `-04:00`. */
function offsetOf(timeZone: string, at: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(new Date(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) || '+00:00';
}

function changesOf(testStart: TestStart, { payment, paidAfter }: TestScenario): Change[] {
  const at = payment === 'pays' ? paidAfter : payment === 'happened' ? paidMinutes(testStart) : undefined;
  return at === undefined ? [] : [{ at, set: paymentIs('PAID') }];
}

function deliveryScripts(flow: Flow, { customer, after }: TestScenario): DeliveryScript[] {
  if (customer === 'nothing') return [];
  return [...walkFlow(flow)].flatMap(({ step, path }) =>
    step.type === 'action' && isSend(step) ? [{ step: step.id ?? path, [customer]: after }] : [],
  );
}
