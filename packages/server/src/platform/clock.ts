/** Where time comes from, in milliseconds since 1970. Passed along, so that a test can turn it. */
export type Clock = () => number;

/** The clock of the machine. */
export const systemClock: Clock = () => Date.now();
