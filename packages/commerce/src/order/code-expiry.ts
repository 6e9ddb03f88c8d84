import type { PaymentMethod } from '../payment/method.ts';

/** COM7: how long a store's payment codes are valid. `timeZone`: the IANA zone that decides when a boleto's day ends. */
export type CodeLife = {
  readonly pixMinutes: number;
  readonly boletoDays: number;
  readonly timeZone: string;
};

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * COM7: when a code created now expires, in milliseconds since 1970: a PIX after `pixMinutes`, a boleto at the last second of its day in
 * the store's zone; null for a card, which is paid or refused at once.
 */
export function codeExpiry(method: PaymentMethod, now: number, life: CodeLife): number | null {
  switch (method) {
    case 'pix':
      return now + life.pixMinutes * minute;
    case 'boleto':
      return endOfDay(now, life.boletoDays, life.timeZone);
    case 'card':
      return null;
  }
}

/** The last second of a day in the zone: the day of `instant` plus `days`. */
function endOfDay(instant: number, days: number, timeZone: string): number {
  const today = wallClockAsUtc(instant, timeZone);
  const end = Math.floor(today / day) * day + (days + 1) * day - 1_000;
  // The zone's offset at the end may differ from today's, and again around a change of clocks, so two rounds are needed.
  let found = end;
  for (let round = 0; round < 2; round++) found = end - (wallClockAsUtc(found, timeZone) - found);
  return found;
}

/** The instant at which a UTC clock shows the zone's local time of `instant`, to the second. */
function wallClockAsUtc(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((one) => one.type === type)!.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}
