import type { KeyObject } from 'node:crypto';
import type { Database } from '../db/pool.ts';
import type { Clock } from '../platform/clock.ts';

/** Dependencies of the functions about users. `contactSecret`: the key of hashes of addresses and codes. */
export type AuthDeps = { readonly db: Database; readonly clock: Clock; readonly contactSecret: KeyObject };

/** AuthDeps and the key under which second factors are sealed. */
export type SignInDeps = AuthDeps & { readonly credentialsKey: Buffer };
