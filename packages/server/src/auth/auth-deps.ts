import type { KeyObject } from 'node:crypto';
import type { Database } from '../db/pool.ts';
import type { Clock } from '../platform/clock.ts';

/** What the functions about users work with. `contactSecret`: the key of hashes of addresses and codes. */
export type AuthDeps = { readonly db: Database; readonly clock: Clock; readonly contactSecret: KeyObject };

/** The same, for what reads or seals second factors. */
export type SignInDeps = AuthDeps & { readonly credentialsKey: Buffer };
