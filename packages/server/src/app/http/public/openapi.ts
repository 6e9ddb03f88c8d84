import { withoutNullVariants } from '@retoma/commerce';
import { z } from 'zod';
import type { PublicAccess, PublicEndpoint } from '../../../http/endpoint.ts';
import { accessCodes } from '../guards/access.ts';
import { publicCodes, type PublicCode } from '../../../http/public-codes.ts';
import { publicContract } from '../../../http/public-contract.ts';
import { ErrorResponse } from '../../../http/responses.ts';

type Schema = Record<string, unknown>;

/** The OpenAPI 3.1 document of the public API, derived from its contract. */
export function openApiDocument(baseUrl: string): Schema {
  const endpoints: [string, PublicEndpoint][] = Object.entries(publicContract);
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Schema> = {};
  for (const [operationId, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(operationId, endpoint, schemas) };
  }
  const components = { securitySchemes, schemas };
  const document = { openapi: '3.1.0', info, servers: serversAt(baseUrl), paths, components };
  return JSON.parse(JSON.stringify(document).replaceAll('#/$defs/', '#/components/schemas/')) as Schema;
}

const info = {
  title: 'Retoma',
  version: '0.1.0',
  description: 'Create payment links from carts, and report events of your store.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const serversAt = (baseUrl: string): Schema[] => [
  { url: baseUrl },
  { url: `${baseUrl}/api`, description: 'Alias of the same API' },
];

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'rtm_live_… creates checkouts and can be used in a browser; rtm_secret_… must stay on your server',
  },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Standard Webhooks signature: v1,<base64 HMAC-SHA-256 of id.timestamp.body>, with the secret from retoma store webhook-secret',
  },
} satisfies Record<string, Schema>;

/** Each of these grants access alone. A session of the panel is not published. */
const securityOf = (access: PublicAccess): Schema[] => [
  { apiKey: [] },
  ...(access === 'event-sender' ? [{ webhookSignature: [] }] : []),
];

/** An operation of OpenAPI. The definitions of its schemas are added to `schemas`. */
function operation(operationId: string, endpoint: PublicEndpoint, schemas: Record<string, unknown>): Schema {
  const { summary, description, access, body, answer, statuses, errors } = endpoint;
  const refTo = (schema: object): Schema => {
    const { $schema: _dialect, $defs, ...rest } = schema as Schema;
    Object.assign(schemas, $defs);
    return rest;
  };
  const json = (schema: object): Schema => ({ 'application/json': { schema: refTo(schema) } });
  const parameters = Object.entries(endpoint.parameters ?? {}).flatMap(([place, object]) =>
    parametersIn(place, object),
  );
  const headers = {
    'x-request-id': {
      description: 'ID of the request; include it when you contact support',
      schema: { type: 'string' },
    },
  };
  const request = body && { 'application/json': { schema: refTo(body.schema), example: body.example } };
  return {
    operationId,
    summary,
    description,
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(request && { requestBody: { required: true, content: request } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(statuses).map(([status, { meaning, example }]) => [
          status,
          {
            description: meaning,
            headers,
            content: {
              'application/json': { schema: refTo(jsonSchemaOf(answer)), example: { success: true, ...example } },
            },
          },
        ]),
      ),
      ...errorResponses(
        ['INVALID_PAYLOAD', ...accessCodes[access], ...errors, 'INTERNAL_ERROR'],
        [...(body ? ofBody : []), ...ofRequest],
        json(jsonSchemaOf(ErrorResponse)),
      ),
    },
  };
}

/** The JSON Schema of a response or parameter. The bounds of exact integers, which Zod adds, are left out. */
const jsonSchemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, {
    io: 'input',
    override(context) {
      withoutNullVariants(context);
      const { jsonSchema } = context;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });

function parametersIn(place: string, object: z.ZodObject): Schema[] {
  const { properties = {}, required = [] } = jsonSchemaOf(object) as {
    properties?: Record<string, Schema>;
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

/** Further statuses of INVALID_PAYLOAD (CHK2): of a body, and of any request that arrives too slowly or with too large headers. */
const ofBody = [413, 415];
const ofRequest = [408, 431];

/** A response for each status of the codes, in the order of the table of codes. */
function errorResponses(
  codes: readonly PublicCode[],
  alsoInvalid: readonly number[],
  content: Schema,
): Record<string, Schema> {
  const responses: Record<string, Schema> = {};
  for (const [code, { status, en }] of Object.entries(publicCodes)) {
    if (!codes.includes(code as PublicCode)) continue;
    for (const one of code === 'INVALID_PAYLOAD' ? [status, ...alsoInvalid] : [status]) {
      const before = responses[one] ? `${String(responses[one]['description'])}\n\n` : '';
      responses[one] = { description: `${before}${code}: ${en}`, content };
    }
  }
  return responses;
}
