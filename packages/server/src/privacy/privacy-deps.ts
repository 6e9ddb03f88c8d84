import type { KeyObject } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../db/pool.ts';

/** What the verbs about people work with. */
export type PeopleParts = { readonly db: Database; readonly clock: Clock; readonly contactSecret: KeyObject };
