import { naturalData, type Flow, type RunData } from '@retoma/flow';

/** What a test begins with: the data of an event, and when it happens. */
export type TestStart = {
  data: RunData;
  /** Of the store's clocks: `2026-01-05` and `10:00`. */
  day: string;
  hour: string;
  /** Whether it really happened, and when: an ISO text. */
  happenedAt?: string;
};

/** A made-up event, on a Monday like any other. */
export const startFromExample = (flow: Flow): TestStart => ({
  data: naturalData(flow.trigger_event),
  day: '2026-01-05',
  hour: '10:00',
});

/** What really happened, at its hour in the store's time zone (IANA). */
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

/** The real payment status of an order, in lower case; '' where there is no order. */
export function paymentIn(data: RunData): string {
  const status = valueIn(data, 'order.status');
  return typeof status === 'string' ? status.toLowerCase() : '';
}

/** How many minutes after its event an order was really paid; undefined where it was not, or before it. */
export function paidMinutes({ data, happenedAt }: TestStart): number | undefined {
  const paidAt = valueIn(data, 'order.paid_at');
  if (happenedAt === undefined || typeof paidAt !== 'string' || paymentIn(data) !== 'paid') return undefined;
  const minutes = (Date.parse(paidAt) - Date.parse(happenedAt)) / 60_000;
  return minutes > 0 ? minutes : undefined;
}
