import type { z } from 'zod';
import type { PublicAccess, PublicEndpoint } from '../../../http/endpoint.ts';
import { jsonSchemaOf, schemaIn, type JsonObject } from './json-schema.ts';
import { responsesOf } from './responses.ts';

/** The tags of operations, by the segment of the path that names what an endpoint is about. */
const tagsBySegment: Readonly<Record<string, string>> = {
  checkout: 'Checkouts',
  cart: 'Checkouts',
  checkouts: 'Checkouts',
  orders: 'Orders',
  events: 'Events',
  webhooks: 'Webhooks',
  test: 'Test mode',
  metatags: 'Automations',
};

/** What each tag is about, in the order in which they are listed. */
export const tags = [
  { name: 'Checkouts', description: 'Payment links from carts' },
  { name: 'Orders', description: 'Purchases and their payments' },
  { name: 'Events', description: 'Events of your own system, which start and stop automations' },
  { name: 'Webhooks', description: 'Endpoints that get the events of a store, and what was delivered to them' },
  { name: 'Test mode', description: 'A store whose payments and messages are simulated' },
  { name: 'Automations', description: 'What messages are written with' },
] as const satisfies readonly JsonObject[];

/** The tag of a path. Throws if `tagsBySegment` has none. */
export function tagOf(path: string): string {
  const tag = path
    .split('/')
    .map((segment) => tagsBySegment[segment])
    .find(Boolean);
  if (tag === undefined) throw new Error(`${path} has no tag: add its segment to tagsBySegment`);
  return tag;
}

/** Each of these grants access alone. A session of the panel is not published. */
const securityOf = (access: PublicAccess): JsonObject[] => [
  { apiKey: [] },
  ...(access === 'event-sender' ? [{ webhookSignature: [] }] : []),
];

/** The request header that every operation has. */
export const requestIdParameter = {
  name: 'x-request-id',
  in: 'header',
  description: 'Your ID of the request, which the response repeats and logs have; else one is made',
  schema: { type: 'string' },
} as const satisfies JsonObject;

/** An operation of OpenAPI. The definitions of its schemas are added to `schemas`. */
export function operationOf(
  operationId: string,
  endpoint: PublicEndpoint,
  schemas: Record<string, unknown>,
): JsonObject {
  const { path, summary, description, access, body } = endpoint;
  const parameters = Object.entries(endpoint.parameters ?? {}).flatMap(([place, object]) =>
    parametersIn(place, object),
  );
  const content = body && { 'application/json': { schema: schemaIn(schemas, body.schema), example: body.example } };
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    description,
    security: securityOf(access),
    parameters: [...parameters, { $ref: '#/components/parameters/x-request-id' }],
    ...(content && { requestBody: { required: true, content } }),
    responses: responsesOf(endpoint, schemas),
  };
}

/** The parameters of a place: path, query or header. */
export function parametersIn(place: string, object: z.ZodObject): JsonObject[] {
  const { properties = {}, required = [] } = jsonSchemaOf(object) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    schema,
    description,
  }));
}
