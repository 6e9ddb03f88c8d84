// What an endpoint of the panel is, before anything is known of what it does.
import { z } from 'zod';
import type { permissionNames } from '../../auth/roles.ts';

/** One endpoint: who may call it, what it takes and what it answers. A refusal is `{ success: false, error: { code, message } }`. */
export type PanelEndpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/panel/api/${string}`;
  /** Anyone, signed-in users, or members with this permission at the store of the path. */
  access: 'anybody' | 'signed-in' | (typeof permissionNames)[number];
  /** AUT9: the session must have been authenticated in the last 10 minutes. */
  recent?: true;
  /** AUT2: a locked session may call it, to be unlocked. */
  whenLocked?: true;
  /** What is behind the `?`, as texts; nothing where it is left out. */
  query?: z.ZodType;
  /** The JSON body; none where it is left out. */
  body?: z.ZodType;
  /** Bytes of a body; 16 KiB where it is left out. */
  bodyLimit?: number;
  answer: z.ZodType;
};

/** What every answer that is no refusal says. */
export const done = z.object({ success: z.literal(true) });
