import type { Mode } from '@retoma/flow';
import type { Database } from '../db/pool.ts';
import type { Clock } from '../platform/clock.ts';

/** What saving works with. `by` and `userId`: who does it, for the record; the command line where absent. */
export type Automations = {
  db: Database;
  mode: Mode;
  locale?: 'pt-BR' | 'en';
  by?: string;
  userId?: string;
  clock?: Clock;
};
