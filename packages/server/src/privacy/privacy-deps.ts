import type { KeyObject } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/postgres/pool.ts';

/** The dependencies of operations on a person's data. */
export type PrivacyDeps = { readonly db: Database; readonly clock: Clock; readonly contactSecret: KeyObject };
