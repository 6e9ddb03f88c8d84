/** The units of a wait, in minutes. */
export const unitMinutes = { minutes: 1, hours: 60, days: 1_440 } as const;

/** A unit of a wait. */
export type Unit = keyof typeof unitMinutes;

/** The units, shortest first. */
export const unitNames = Object.keys(unitMinutes) as Unit[];

/** The longest unit of which the minutes are a whole number. */
export const unitOf = (minutes: number): Unit =>
  unitNames.findLast((unit) => minutes > 0 && minutes % unitMinutes[unit] === 0) ?? 'minutes';
