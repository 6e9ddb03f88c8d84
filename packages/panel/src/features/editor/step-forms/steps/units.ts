/** The units that a wait is written in, in minutes. */
export const unitMinutes = { minutes: 1, hours: 60, days: 1_440 } as const;

/** A unit of a wait. */
export type Unit = keyof typeof unitMinutes;

/** The units, the shortest first. */
export const unitNames = Object.keys(unitMinutes) as Unit[];

/** The longest unit of which a time is a whole number. */
export const unitOf = (minutes: number): Unit =>
  unitNames.findLast((unit) => minutes > 0 && minutes % unitMinutes[unit] === 0) ?? 'minutes';
