import os from 'node:os';

/** Returns the current time in milliseconds since 1970. It is a parameter, so that a test can set the time. */
export type Clock = () => number;

/** The clock of the machine. */
export const systemClock: Clock = () => Date.now();

/** The clocks of a machine, in milliseconds. */
export type MachineClocks = {
  /** The time of day, which may be set. */
  readonly wall: Clock;
  /** Never set; may stop while the machine sleeps. */
  readonly monotonic: () => number;
  /** Never set, goes on while the machine sleeps, and is slow to read. */
  readonly uptime: () => number;
};

/** Those of this machine. */
export const systemClocks: MachineClocks = {
  wall: systemClock,
  monotonic: () => performance.now(),
  uptime: () => os.uptime() * 1000,
};
