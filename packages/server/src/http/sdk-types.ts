// The SDK's types and calls, written from the contract of the public API: `npm run write-docs`.
import { webhookBodySchema, webhookEvents, webhookEventTypes, webhookPing } from '@retoma/commerce/webhooks';
import { z } from 'zod';
import type { PublicEndpoint } from './endpoint.ts';
import { publicCodes } from './public-codes.ts';
import { publicContract } from './public-contract.ts';
import { ErrorResponse } from './responses.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Requests may give an optional member as undefined; in a response it is there or not. */
type Direction = 'request' | 'response';

const operations: [string, PublicEndpoint][] = Object.entries(publicContract);
const capitalised = (operation: string): string => `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;

/** Whether a response has no members but `success`. */
const isDone = ({ properties = {} }: JsonSchema): boolean => Object.keys(properties).join() === 'success';

/** The name of a schema's type; the name of the operation's own if the schema has none. */
const typeName = (schema: JsonSchema, own: string): string => schema.$ref?.split('/').at(-1) ?? own;

/** The text of `packages/client/src/retoma.ts`. */
export function sdkCalls(): string {
  // The SDK's own, which a page needs too.
  const others = operations.filter(
    ([operation]) => !['createCheckout', 'readCheckout', 'reportCart'].includes(operation),
  );
  const calls = others.map(([operation, endpoint]) => sdkMethod(operation, endpoint));
  const types = new Set(calls.flatMap(({ types }) => types));
  return [
    '// Written by `npm run write-docs` from the contract of the API.',
    "import { CheckoutClient, type RequestOptions } from './checkout-client.ts';",
    `import type {\n${[...types]
      .sort()
      .map((type) => `  ${type},\n`)
      .join('')}} from './contract-types.ts';\n`,
    '/** The client of the API: a method for each endpoint, by its name (API32). All but createCheckout need the secret key. */',
    `export class Retoma extends CheckoutClient {\n${calls.map(({ text }) => text).join('\n\n')}\n}\n`,
  ].join('\n');
}

function sdkMethod(operation: string, endpoint: PublicEndpoint): { text: string; types: string[] } {
  const { method, path, summary, body, answer, parameters } = endpoint;
  const query = method === 'GET' && parameters?.query ? z.toJSONSchema(parameters.query, { io: 'input' }) : undefined;
  const answered = z.toJSONSchema(answer);
  const returned = isDone(answered) ? 'void' : typeName(answered, `${capitalised(operation)}Answer`);
  const sent = Object.entries({ query, body: body?.schema as JsonSchema | undefined }).flatMap(([name, schema]) =>
    schema ? [{ name, schema, type: typeName(schema, capitalised(operation) + capitalised(name)) }] : [],
  );
  const given = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => `${name}: string`),
    ...sent.map(({ name, type, schema }) => `${name}: ${type}${isOptional(schema) ? ' = {}' : ''}`),
    'options: RequestOptions = {}',
  ];
  const url = path.replaceAll(/:(\w+)/g, '${encodeURIComponent($1)}');
  const quote = url === path ? "'" : '`';
  const passed = sent.length === 0 ? 'options' : `{ ...options, ${sent.map(({ name }) => name).join(', ')} }`;
  return {
    text: `  /** ${summary}. */
  ${operation}(${given.join(', ')}): Promise<${returned}> {
    return this.request('${method}', ${quote}${url}${quote}, ${passed});
  }`,
    types: [...sent.map(({ type }) => type), ...(returned === 'void' ? [] : [returned])],
  };
}

/** Whether an empty object is valid. A schema of another name has its members elsewhere. */
const isOptional = ({ $ref, required = [] }: JsonSchema): boolean => $ref === undefined && required.length === 0;

/** The text of `packages/client/src/contract-types.ts`. */
export function sdkTypes(): string {
  const types = new Map<string, string>();
  const add = (name: string, schema: JsonSchema, direction: Direction): void => {
    types.set(
      name,
      `${commentOf(schema) || `/** ${name} of the API. */`}\nexport type ${name} = ${typeScriptOf(schema, direction)};`,
    );
  };
  /** Adds the types that a schema names, and itself by `name` unless it has one or only says that a call succeeded. */
  const addAll = ({ $defs = {}, ...schema }: JsonSchema, direction: Direction, name?: string): JsonSchema => {
    for (const [each, one] of Object.entries($defs)) add(each, one, direction);
    if (name !== undefined && schema.$ref === undefined && !isDone(schema)) add(name, schema, direction);
    return schema;
  };
  for (const [operation, { method, body, answer, parameters }] of operations) {
    if (body) addAll(body.schema as JsonSchema, 'request', `${capitalised(operation)}Body`);
    addAll(z.toJSONSchema(answer), 'response', `${capitalised(operation)}Answer`);
    const { query } = parameters ?? {};
    if (query && method === 'GET')
      addAll(z.toJSONSchema(query, { io: 'input' }), 'request', `${capitalised(operation)}Query`);
  }
  const events = [...webhookEventTypes, 'ping' as const].map((type) => {
    const name = `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, first: string) => first.toUpperCase())}Event`;
    const { summary } = type === 'ping' ? webhookPing : webhookEvents[type];
    const body = addAll(z.toJSONSchema(webhookBodySchema(type)), 'response');
    add(name, { ...body, description: summary.en }, 'response');
    return name;
  });
  types.set('WebhookEvent', `/** The body of a webhook. */\nexport type WebhookEvent = ${events.join(' | ')};`);
  addAll(z.toJSONSchema(ErrorResponse), 'response');
  types.delete('Error'); // the SDK throws it as a RetomaError
  const codes = Object.keys(publicCodes).map((code) => `'${code}'`);
  return [
    '// Written by `npm run write-docs` from the contract of the API. Money is an integer number of cents; instants are ISO 8601 in UTC.',
    ...[...types].sort(([one], [other]) => one.localeCompare(other)).map(([, text]) => text),
    `/** A code of the API's errors. */\nexport type ContractErrorCode = ${codes.join(' | ')};\n`,
  ].join('\n\n');
}

/** A doc comment: what the schema says, and its bounds. */
function commentOf({ description, minLength, maxLength, minItems, maxItems }: JsonSchema): string {
  const [least, most, unit] = maxItems === undefined ? [minLength, maxLength, ' characters'] : [minItems, maxItems, ''];
  const bounds =
    most === undefined ? '' : least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
  const text = [description, bounds].filter(Boolean).join('; ');
  return text === '' ? '' : `/** ${text.replace(/\.$/, '')}. */`;
}

/** The TypeScript type of a JSON Schema. */
function typeScriptOf(schema: JsonSchema, direction: Direction): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.allOf && !schema.properties)
    return schema.allOf.map((one) => bracketed(typeScriptOf(one, direction))).join(' & ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map((one) => typeScriptOf(one, direction)))].join(' | ');
  if (Array.isArray(schema.type)) {
    const kinds = schema.type as (JsonSchema['type'] & string)[];
    return kinds.map((type) => typeScriptOf({ ...schema, type }, direction)).join(' | ');
  }
  if (schema.type === 'array') {
    const item = typeScriptOf((schema.items ?? {}) as JsonSchema, direction);
    return `${bracketed(item)}[]`;
  }
  if (schema.type === 'object') return objectType(schema, direction);
  if (schema.type === 'integer') return 'number';
  return schema.type ?? 'unknown';
}

const bracketed = (type: string): string => (/ [|&] /.test(type) ? `(${type})` : type);
const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

/** Members that the API does not name are left out, so that a misspelt one does not compile. */
function objectType(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  direction: Direction,
): string {
  // `success` is true in every response that the SDK returns.
  const members = Object.entries(properties as Record<string, JsonSchema>).filter(
    ([name, { const: value }]) => !(name === 'success' && value === true),
  );
  if (members.length === 0)
    return `Record<string, ${typeScriptOf((additionalProperties || {}) as JsonSchema, direction)}>`;
  const lines = members.flatMap(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    const [mark, absent] = required.includes(name) ? ['', ''] : ['?', direction === 'request' ? ' | undefined' : ''];
    return [commentOf(schema), `${key}${mark}: ${typeScriptOf(schema, direction)}${absent};`].filter(Boolean);
  });
  return `{\n${lines.join('\n').replaceAll(/^/gm, '  ')}\n}`;
}
