import { nextOpening, type FlowSettings } from '@retoma/flow';

/** What a preview of a wait needs. `minutes`: from the trigger to the end of the wait, or those of the wait alone; `now`: in milliseconds. */
export type PreviewedWait = {
  minutes: number;
  quietHours: FlowSettings['quietHours'];
  now: number;
  /** IANA. */
  timeZone: string;
};

/** When a wait that begins now ends, and from when on a message behind it may be sent (RUN18). In milliseconds. */
export function previewWait({ minutes, quietHours, now, timeZone }: PreviewedWait): { ends: number; sends: number } {
  const ends = now + minutes * 60_000;
  return { ends, sends: quietHours ? nextOpening(quietHours, ends, timeZone) : ends };
}

/** The day of an instant as seen from `now` in a time zone; undefined: neither today nor tomorrow. */
export function dayOf(at: number, now: number, timeZone: string): 'today' | 'tomorrow' | undefined {
  const date = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
  const day = date.format(at);
  if (day === date.format(now)) return 'today';
  return day === date.format(now + 86_400_000) ? 'tomorrow' : undefined;
}
