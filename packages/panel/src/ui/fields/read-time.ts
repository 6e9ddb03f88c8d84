/** A time of day as people write it, as `HH:MM`: `9`, `21h`, `21h30`, `9:30`, `0930`. Undefined: it is none. */
export function readTime(text: string): string | undefined {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:h.]?(\d{2}))?h?$/i.exec(text.replaceAll(' ', '')) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}
