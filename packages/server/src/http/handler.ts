// The handlers of endpoints: what they receive, and what they return.
import type { Issue } from '@retoma/commerce';
import type { Locale } from '@retoma/pay';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnswerOf, AuditOf, BodyOf, Endpoint, ParamsOf, PublicEndpoint, QueryOf } from './endpoint.ts';
import type { PanelRefusal } from '../codes.ts';

/** A request to an endpoint, after access, query and body were checked. */
export type EndpointCall<One extends Endpoint> = {
  readonly body: BodyOf<One>;
  readonly query: QueryOf<One>;
  readonly params: ParamsOf<One>;
  readonly audit: AuditOf<One>;
  /** The language of the request; the public API is in English. */
  readonly locale: Locale;
  /** API7: an id that follows from the Idempotency-Key of a request with a secret key; undefined: it has none. */
  readonly requestId?: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** A refusal of the public API; `issues`: the violations of the body. */
export type PublicRefusal<One extends PublicEndpoint> = {
  readonly ok: false;
  readonly code: One['errors'][number];
  readonly issues?: readonly Issue[] | undefined;
  /** The values that are accepted instead. */
  readonly accepted?: readonly string[];
};

/** A declared response as it may be sent: with read-only lists and members too. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: Sent<Value[Member]> }
    : Value;

/** A response that was serialized before. */
export type SerializedResponse = { readonly ok: true; readonly json: string };

/** The handler of an endpoint. Returns the response or a refusal. 'NOT_FOUND': the store has no such object. */
export type Handler<One extends Endpoint> = (
  call: EndpointCall<One>,
) => Promise<
  | Sent<z.input<AnswerOf<One>>>
  | (One extends PublicEndpoint ? PublicRefusal<One> | SerializedResponse : PanelRefusal | 'NOT_FOUND')
>;

/** The handlers of a contract's endpoints, by name. An endpoint without a handler does not compile. */
export type Handlers<Contract extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Contract]: Handler<Contract[Name]>;
};
