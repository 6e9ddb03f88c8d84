/** Returns the current time in milliseconds since 1970. It is a parameter, so that a test can set the time. */
export type Clock = () => number;

/** The clock of the machine. */
export const systemClock: Clock = () => Date.now();
