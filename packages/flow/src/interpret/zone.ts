import { defaultTimeZone } from '../metatags/format.ts';

/** The weekday (0 is Sunday) and the minutes since midnight of an instant in an IANA zone; the default zone's if that is none. */
export function zonedParts(instant: number, timeZone: string): { weekday: number; minutes: number } {
  const part: Record<string, string> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(instant)) part[type] = value;
  return {
    weekday: weekdays.indexOf(part['weekday'] ?? ''),
    minutes: Number(part['hour']) * 60 + Number(part['minute']),
  };
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs a hundred times its use. Only real zones are kept, so hostile names cannot fill the cache. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(timeZone, clock);
    return clock;
  } catch {
    return clockOf(defaultTimeZone);
  }
}
