import { zoneFormatters } from '../metatags/render/zone-formatters.ts';

/** The weekday (0 is Sunday) and the minutes since midnight of an instant in an IANA zone; an invalid zone counts as the default. */
export function zonedParts(instant: number, timeZone: string): { weekday: number; minutes: number } {
  const part: Record<string, string> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(instant)) part[type] = value;
  return {
    weekday: weekdays.indexOf(part['weekday'] ?? ''),
    minutes: Number(part['hour']) * 60 + Number(part['minute']),
  };
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const clockOf = zoneFormatters('en-US', { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
