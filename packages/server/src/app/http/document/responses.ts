// The responses of operations: their statuses, headers and examples, derived from the codes of an endpoint.
import { issueAt, limits, type IssueCode } from '@retoma/commerce';
import type { PublicEndpoint } from '../../../http/endpoint.ts';
import { errorBody } from '../../../http/errors.ts';
import { publicCodes, type PublicCode } from '../../../http/public-codes.ts';
import { ErrorResponse } from '../../../http/responses.ts';
import { accessCodes } from '../guards/access.ts';
import { jsonSchemaOf, schemaIn, type JsonObject } from './json-schema.ts';

const integer = { type: 'integer', minimum: 0 };

/** The headers of responses, by their name. */
const headers = {
  'x-request-id': {
    description: 'ID of the request; include it when you contact support',
    required: true,
    schema: { type: 'string' },
    example: '01a1fe5c-f845-7707-aa7c-8133869df714',
  },
  RateLimit: {
    description: 'What is left of the limit, and in how many seconds it is full again',
    schema: { type: 'string' },
    example: '"default";r=99;t=1',
  },
  'RateLimit-Policy': {
    description: 'The limit of the API key: q requests in w seconds',
    schema: { type: 'string' },
    example: '"default";q=100;w=2',
  },
  'Retry-After': {
    description: 'In how many seconds the request may be sent again',
    schema: integer,
    example: 1,
  },
  'Idempotency-Replayed': {
    description: 'true: this is the response to an earlier request with the same Idempotency-Key',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Allow: { description: 'The methods of this URL', schema: { type: 'string' }, example: 'POST, OPTIONS' },
  'Accept-Encoding': { description: 'The accepted Content-Encoding', schema: { type: 'string' }, example: 'identity' },
} as const satisfies Record<string, JsonObject>;

type HeaderName = keyof typeof headers;

/** Headers of a response after the API key was read. */
const limitHeaders: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** Headers by status. The others are sent with every response after the API key was read. */
const headersOf: Readonly<Record<number, readonly HeaderName[]>> = {
  405: ['Allow'],
  408: [],
  415: [...limitHeaders, 'Accept-Encoding'],
  431: [],
};
const retryStatuses: ReadonlySet<number> = new Set([429, 500, 503]);

const refsTo = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Further statuses of INVALID_PAYLOAD (CHK2), each with its issue: of a body, and of any request. */
const bodyIssues: Readonly<Record<number, IssueCode>> = { 413: 'body_too_large', 415: 'unsupported_media_type' };
const requestIssues: Readonly<Record<number, IssueCode>> = { 408: 'too_slow', 431: 'headers_too_large' };
const statusIssues: Readonly<Record<number, IssueCode>> = { ...bodyIssues, ...requestIssues };

/** API20: the responses of an endpoint: its successes, and a response for each status of its codes. */
export function responsesOf(endpoint: PublicEndpoint, schemas: Record<string, unknown>): Record<string, JsonObject> {
  const { answer, statuses, parameters, body, access, errors } = endpoint;
  const replayed: HeaderName[] = parameters?.header?.shape['Idempotency-Key'] ? ['Idempotency-Replayed'] : [];
  const successes = Object.entries(statuses).map(([status, { meaning, example }]) => {
    const content = {
      'application/json': {
        schema: schemaIn(schemas, jsonSchemaOf(answer)),
        example: { success: true, ...example },
      },
    };
    return [status, { description: meaning, headers: refsTo(['x-request-id', ...limitHeaders, ...replayed]), content }];
  });
  const codes: PublicCode[] = [
    'INVALID_PAYLOAD',
    'METHOD_NOT_ALLOWED',
    ...accessCodes[access],
    ...errors,
    'INTERNAL_ERROR',
  ];
  return {
    ...(Object.fromEntries(successes) as Record<string, JsonObject>),
    ...refusals(codes, { ...(body && bodyIssues), ...requestIssues }, schemaIn(schemas, jsonSchemaOf(ErrorResponse))),
  };
}

/** A response for each status of the codes, in the order of the table of codes. */
function refusals(
  codes: readonly PublicCode[],
  alsoInvalid: Readonly<Record<number, IssueCode>>,
  schema: JsonObject,
): Record<string, JsonObject> {
  const responses: Record<string, JsonObject> = {};
  for (const [code, { status, en }] of Object.entries(publicCodes)) {
    if (!codes.includes(code as PublicCode)) continue;
    for (const one of code === 'INVALID_PAYLOAD' ? [status, ...Object.keys(alsoInvalid).map(Number)] : [status]) {
      const before = responses[one];
      const name = one === status ? code : `${code}_${one}`;
      responses[one] = {
        description: `${before ? `${before['description'] as string}\n\n` : ''}${code}: ${en}`,
        headers: refsTo([
          'x-request-id',
          ...(headersOf[one] ?? limitHeaders),
          ...(retryStatuses.has(one) ? (['Retry-After'] as const) : []),
        ]),
        content: {
          'application/json': {
            schema,
            examples: {
              ...(before && examplesIn(before)),
              [name]: { $ref: `#/components/examples/${name}` },
            },
          },
        },
      };
    }
  }
  return responses;
}

const examplesIn = (response: JsonObject): JsonObject =>
  (response['content'] as { 'application/json': { examples: JsonObject } })['application/json'].examples;

/** The components of responses that operations refer to: headers, and an example of each refusal in `used`. */
export function responseComponents(used: string): JsonObject {
  const isUsed = ([name]: readonly [string, unknown]): boolean => used.includes(`/${name}"`);
  const examples = [
    ...Object.keys(publicCodes).map((code) => [code, codeExample(code as PublicCode)] as const),
    ...Object.entries(statusIssues).map(
      ([status, code]) => [`INVALID_PAYLOAD_${status}`, invalidExample([], code)] as const,
    ),
  ];
  return {
    headers: Object.fromEntries(Object.entries(headers).filter(isUsed)),
    examples: Object.fromEntries(examples.filter(isUsed)),
  };
}

/** The example of a code. Placeholders of its text stand for values of the request. */
function codeExample(code: PublicCode): JsonObject {
  if (code === 'INVALID_PAYLOAD') return invalidExample(['cart', 'items'], 'required');
  if (code === 'INVALID_TRIGGER')
    return { value: errorBody(code, { accepted: ['pix.generated', 'payment.confirmed'] }) };
  return { value: errorBody(code) };
}

const invalidExample = (keys: readonly string[], code: IssueCode): JsonObject => ({
  value: errorBody('INVALID_PAYLOAD', { issues: [issueAt(keys, code, { limit: limits.bodyBytes })] }),
});
