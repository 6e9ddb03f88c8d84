/** A short text for a duration: `30 min`, `2h30`, `2 h`, `1 d 2 h`. `minutes` may be a fraction. */
export function durationText(minutes: number): string {
  const rounded = Math.floor(minutes);
  const [days, hours, rest] = [Math.floor(rounded / 1440), Math.floor(rounded / 60) % 24, rounded % 60];
  if (days > 0) return `${days} d${hours > 0 ? ` ${hours} h` : ''}${rest > 0 ? ` ${rest} min` : ''}`;
  if (hours > 0) return rest > 0 ? `${hours}h${String(rest).padStart(2, '0')}` : `${hours} h`;
  return `${rest} min`;
}

/** The time since the event: `+30 min`. */
export const sinceEventText = (minutes: number): string => `+${durationText(minutes)}`;
