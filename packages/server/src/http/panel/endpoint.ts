// The declaration of an endpoint of the panel: everything but its handler.
import { z } from 'zod';
import type { permissionNames } from '../../auth/roles.ts';

/** One endpoint: who may call it, its request and its response. A refusal is `{ success: false, error: { code, message } }`. */
export type PanelEndpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/panel/api/${string}`;
  /** Anyone, signed-in users, or members with this permission at the store of the path. */
  access: 'anybody' | 'signed-in' | (typeof permissionNames)[number];
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

/** The members of every successful response. */
export const done = z.object({ success: z.literal(true) });
