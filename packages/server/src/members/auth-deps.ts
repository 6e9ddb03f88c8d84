import type { KeyObject } from 'node:crypto';
import type { UserDatabases } from '../base/postgres/databases.ts';
import type { Clock } from '../base/clock.ts';

/** Dependencies of the functions about users. `contactSecret`: the key of hashes of addresses and codes. */
export type AuthDeps = UserDatabases & { readonly clock: Clock; readonly contactSecret: KeyObject };

/** AuthDeps and the key under which second factors are sealed. */
export type SignInDeps = AuthDeps & { readonly credentialsKey: Buffer };
