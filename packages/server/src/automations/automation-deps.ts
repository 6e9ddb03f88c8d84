import type { Locale, Mode } from '@retoma/flow';
import type { Database } from '../db/pool.ts';
import type { Clock } from '../platform/clock.ts';

/** Dependencies of saving automations. `by`, `userId`: the actor, for the audit log; absent: the command line. */
export type Automations = {
  db: Database;
  mode: Mode;
  locale?: Locale;
  by?: string;
  userId?: string;
  clock?: Clock;
};
