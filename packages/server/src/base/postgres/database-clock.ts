// The clock of a process is that of its database (RUN20): processes on machines with other clocks agree on what is due and on how long a lease
// lasts, and so do `now()` in SQL and the clock of the process.
//
// INV1. The difference changes only by a measurement, and only as far as the measurement proves it wrong: on the database's own machine it
//     stays 0.
// INV2. Between two measurements time passes as the machine counts it, so a machine's clock that is set changes nothing.
import { systemClocks, type Clock, type MachineClocks } from '../clock.ts';
import { milliseconds } from './driver/milliseconds.ts';
import { queryOneValue } from './query.ts';
import type { Queryable } from './pool.ts';

/** By how much the time of day and the monotonic clock may differ from a common course before the time of day counts as set. */
const courseMs = 500;
/** Both clocks of a comparison are read in whole milliseconds. */
const readingMs = 1;

/** The warning of the log and the doctor if the machine has another time. */
export const clockDiffers =
  'the clock of this machine differs from that of the database; synchronise it with NTP (docs/operations.md)';

/** Whether clocks differ by more than people and connections explain. */
export const isSkewed = (skewMs: number): boolean => Math.abs(skewMs) > 2_000;

/** The time of one database. */
export class DatabaseClock {
  readonly #machine: MachineClocks;
  /** What is added to the time of day of the machine as of `#at`. */
  #differenceMs = 0;
  #at: { readonly wall: number; readonly monotonic: number; readonly uptime: number };

  constructor(machine: MachineClocks = systemClocks) {
    this.#machine = machine;
    this.#at = this.#read();
  }

  /** The time of the database, in milliseconds since 1970. */
  readonly now: Clock = () => this.#timeAt(this.#machine.wall(), this.#machine.monotonic());

  /** By how much the machine is ahead of the database, in milliseconds; negative: behind. */
  get skewMs(): number {
    return this.#machine.wall() - this.now();
  }

  /** Compares the clocks over a connection. The answer was given between the question and its arrival, so that much stays unknown. */
  async measure(db: Queryable): Promise<void> {
    const sentAt = this.#machine.monotonic();
    const answered = await queryOneValue<number>(db, { text: `select ${milliseconds('clock_timestamp()')} as at` });
    const at = this.#read();
    const unknownMs = Math.ceil(at.monotonic - sentAt);
    const lowest = answered - at.wall - readingMs;
    const highest = answered - at.wall + unknownMs + readingMs;
    const expected = this.#timeAt(at.wall, at.monotonic) - at.wall;
    this.#at = at;
    this.#differenceMs = Math.min(highest, Math.max(lowest, expected));
  }

  #timeAt(wall: number, monotonic: number): number {
    const at = this.#at;
    const passed = wall - at.wall;
    const isSet = Math.abs(passed - (monotonic - at.monotonic)) > courseMs;
    return at.wall + this.#differenceMs + (isSet ? Math.round(this.#machine.uptime() - at.uptime) : passed);
  }

  #read(): { wall: number; monotonic: number; uptime: number } {
    const { wall, monotonic, uptime } = this.#machine;
    return { wall: wall(), monotonic: monotonic(), uptime: uptime() };
  }
}
