import type { Mode } from '@retoma/flow';
import type { Database } from '../db/pool.ts';

/** Dependencies of saving automations. `by`, `userId`: who saves; absent: the command line. */
export type Automations = {
  db: Database;
  mode: Mode;
  locale?: 'pt-BR' | 'en';
  by?: string;
  userId?: string;
};
