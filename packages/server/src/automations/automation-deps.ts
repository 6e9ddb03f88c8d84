import type { Locale, Mode } from '@retoma/flow';
import type { Database } from '../db/pool.ts';

/** Dependencies of saving automations. `by`, `userId`: who saves; absent: the command line. */
export type Automations = {
  db: Database;
  mode: Mode;
  locale?: Locale;
  by?: string;
  userId?: string;
};
