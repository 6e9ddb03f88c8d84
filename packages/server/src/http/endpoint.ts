// The declaration of an endpoint of the panel or of the public API: everything but its handler. Nothing here needs a server.
import type { ApiScope } from '@retoma/commerce';
import { z } from 'zod';
import type { Activity, Audit } from './audit-actions.ts';
import type { permissionNames } from './roles.ts';
import type { PublicCode } from './public-codes.ts';

/** One endpoint: who may call it, its request and its response. */
export type Endpoint = PanelEndpoint | PublicEndpoint;

/** The members of an endpoint of either API. */
type Declared = {
  /** The largest body in bytes; absent: that of the API. */
  bodyLimit?: number;
};

/** An endpoint of the panel. A refusal is `{ success: false, error: { code, message } }` in the language of the request. */
export type PanelEndpoint = Declared &
  Called & {
    path: `/panel/api/${string}`;
    /** AUT9: the session must have been authenticated in the last 10 minutes: always, or for the bodies for which this is true. */
    recent?: Recent;
    /** AUT2: a locked session may call it, to be unlocked. */
    whenLocked?: true;
    /** The query, as texts; absent: none. */
    query?: z.ZodType;
    /** The JSON body; absent: none, or an empty object. */
    body?: z.ZodType;
    /** The body of a successful response; absent: `done`. */
    answer?: z.ZodType;
  };

/**
 * AUT6: who may call an endpoint, and what it may write into the audit log. A member's change is audited, or the endpoint says why not: an
 * endpoint that says neither does not compile. Changes of one's own account are audited at every store of the user.
 */
type Called =
  /** Members with this permission at the store of the path. */
  | ({ method: Mutating; access: Exclude<Permission, DecidesPermission> } & (Audited | Unaudited))
  | ({ method: Mutating; access: DecidesPermission } & ((Audited & Protected) | Unaudited))
  | { method: 'GET'; access: (typeof permissionNames)[number]; audit?: readonly Activity[] }
  /** Anyone, or signed-in users. */
  | { method: Mutating | 'GET'; access: 'anybody' | 'signed-in'; audit?: never };

type Mutating = 'POST' | 'PUT' | 'DELETE';
type Permission = (typeof permissionNames)[number];
/** The permissions to decide about money, prices, settings and access. */
type DecidesPermission = Extract<Permission, 'changeOrders' | 'changeSettings' | 'changeTeam'>;
type Audited = { audit: readonly Activity[]; unaudited?: never };
type Unaudited = { audit?: never; unaudited: string };
type Recent = true | ((body: never) => boolean);

/**
 * AUT9: a change of money, prices, settings or access needs a recent authentication, or the endpoint says why not. An endpoint that says
 * neither does not compile. A test holds that owners get an e-mail about every change that needs one (AUT8), and about no other.
 */
type Protected = { recent: Recent; unprotected?: never } | { recent?: never; unprotected: string };

/** What grants access to an endpoint of the public API: a key of that kind, a secret key or a signature, any key or a panel session. */
export type PublicAccess = 'checkout-key' | 'secret-key' | 'event-sender' | 'key-or-session';

/** API1: an endpoint for secret keys declares the scope that a limited key needs. */
type Scoped =
  | { access: Extract<PublicAccess, 'secret-key' | 'event-sender'>; scope: ApiScope }
  | { access: Exclude<PublicAccess, 'secret-key' | 'event-sender'>; scope?: never };

/** An endpoint of the public API. Its texts, parameters and codes are published as OpenAPI. */
export type PublicEndpoint = Declared &
  Scoped & {
    method: 'GET' | 'POST' | 'DELETE';
    path: `/${string}`;
    summary: string;
    description: string;
    /** Published only: guard and handler read them. */
    parameters?: Partial<Record<'path' | 'query' | 'header', z.ZodObject>>;
    /** A body that is kept as bytes, since it is signed or hashed. The handler checks it against this JSON Schema. */
    body?: { schema: object; example: object };
    /** The body of a successful response. */
    answer: z.ZodType;
    /** Each successful status; the lowest is sent unless the handler sets another. */
    statuses: Readonly<Record<number, SuccessStatus>>;
    /** Codes beyond those of its access and of every endpoint. The handler can return no other. */
    errors: readonly PublicCode[];
    /** AUT6: what it may write into the audit log, in the name of the key. */
    audit?: readonly Activity[];
    compressed?: true;
  };

/** A successful status: its meaning, and an example of its body without `success`, which is published. */
type SuccessStatus = { readonly meaning: string; readonly example: object };

/** The members of every successful response. */
export const done = z.object({ success: z.literal(true) }).meta({ id: 'Done' });

/** The type of an endpoint's body: bytes where they are kept, and an empty object or none where none is declared. */
export type BodyOf<One extends Endpoint> = One extends { body: infer Schema }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : Buffer
  : object;

/** The type of an endpoint's query; undefined if it declares none. */
export type QueryOf<One extends Endpoint> = One extends { query: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** The schema of an endpoint's response. */
export type AnswerOf<One extends Endpoint> = One extends { answer: infer Schema extends z.ZodType }
  ? Schema
  : typeof done;

/** The audit of an endpoint's actor, for the actions that the endpoint declares; undefined: it declares none. */
export type AuditOf<One extends Endpoint> =
  One extends Record<'audit', readonly (infer Action extends Activity)[]> ? Audit<Action> : undefined;

/** The parameters of an endpoint's path, as texts. */
export type ParamsOf<One extends Endpoint> = Record<NamesIn<One['path']>, string>;

/** The names of a path's parameters: `storeId` of `/stores/:storeId/runs`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
