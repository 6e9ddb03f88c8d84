import { naturalData, withValue, type Flow, type RunData } from '@retoma/flow';

/** The start of a test: the data of an event, and its time. */
export type TestStart = {
  data: RunData;
  /** Date and time in the store's time zone: `2026-01-05` and `10:00`. */
  day: string;
  hour: string;
  /** For a real event, when it happened; ISO. */
  happenedAt?: string;
};

/** A made-up event, on an ordinary Monday. `storeName` replaces the example's. */
export const startFromExample = (flow: Flow, storeName?: string): TestStart => ({
  data: exampleData(flow, storeName),
  day: '2026-01-05',
  hour: '10:00',
});

function exampleData(flow: Flow, storeName: string | undefined): RunData {
  const data = naturalData(flow.trigger_event);
  return storeName === undefined ? data : withValue(data, ['store', 'name'], storeName);
}

/** A real event, at its time of day in the store's time zone (IANA). */
export function startFromEvent({ data, at }: { data: RunData; at: string }, timeZone: string): TestStart {
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [day = '', hour = ''] = clock.format(new Date(at)).split(' ');
  return { data, day, hour, happenedAt: at };
}

/** The value at a dotted path of the data. */
export const valueIn = (data: RunData, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, member) => (inner as Record<string, unknown> | null | undefined)?.[member], data);

/** The payment status of an order in lower case; '' without an order. */
export function paymentIn(data: RunData): string {
  const status = valueIn(data, 'order.status');
  return typeof status === 'string' ? status.toLowerCase() : '';
}

/** The minutes between an event and the payment of its order; undefined if it was not paid, or was paid before the event. */
export function paidMinutes({ data, happenedAt }: TestStart): number | undefined {
  const paidAt = valueIn(data, 'order.paid_at');
  if (happenedAt === undefined || typeof paidAt !== 'string' || paymentIn(data) !== 'paid') return undefined;
  const minutes = (Date.parse(paidAt) - Date.parse(happenedAt)) / 60_000;
  return minutes > 0 ? minutes : undefined;
}
