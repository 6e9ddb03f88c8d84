// The declaration of an endpoint of the panel: everything but its handler.
import { z } from 'zod';
import type { Activity } from '../../audit/audit-actions.ts';
import type { permissionNames } from '../../auth/roles.ts';

/** One endpoint: who may call it, its request and its response. A refusal is `{ success: false, error: { code, message } }`. */
export type PanelEndpoint = Called & {
  path: `/panel/api/${string}`;
  /** AUT9: the session must have been authenticated in the last 10 minutes. */
  recent?: true;
  /** AUT2: a locked session may call it, to be unlocked. */
  whenLocked?: true;
  /** The query, as texts; absent: none. */
  query?: z.ZodType;
  /** The JSON body; absent: none. */
  body?: z.ZodType;
  /** The largest body in bytes; absent: 16 KiB. */
  bodyLimit?: number;
  answer: z.ZodType;
};

/**
 * AUT6: who may call an endpoint, and what it may write into the audit log. A member's change is audited, or the endpoint says why not: an
 * endpoint that says neither does not compile. Changes of one's own account are audited at every store of the user.
 */
type Called =
  /** Members with this permission at the store of the path. */
  | ({ method: Mutating; access: (typeof permissionNames)[number] } & (
      { audit: readonly Activity[]; unaudited?: never } | { audit?: never; unaudited: string }
    ))
  | { method: 'GET'; access: (typeof permissionNames)[number]; audit?: readonly Activity[] }
  /** Anyone, or signed-in users. */
  | { method: Mutating | 'GET'; access: 'anybody' | 'signed-in'; audit?: never };

type Mutating = 'POST' | 'PUT' | 'DELETE';

/** The members of every successful response. */
export const done = z.object({ success: z.literal(true) });
