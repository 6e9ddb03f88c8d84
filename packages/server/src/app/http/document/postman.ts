import type { JsonObject } from './json-schema.ts';
import type { Operation, Parameter, PublishedDocument } from './published.ts';

/** API26: the OpenAPI document as a Postman collection (format 2.1): a folder for each tag, a request with its example for each operation. */
export function postmanCollection(document: PublishedDocument): JsonObject {
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: { name: operation.summary, request: requestOf(path, method, operation) },
    })),
  );
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
    auth: {
      type: 'apikey',
      apikey: Object.entries({ key: 'x-api-key', value: '{{apiKey}}', in: 'header' }).map(([key, value]) => ({
        key,
        value,
        type: 'string',
      })),
    },
    variable: [
      { key: 'baseUrl', value: document.servers[0]!.url, type: 'string' },
      { key: 'apiKey', value: '', type: 'string', description: 'An API key of the store' },
    ],
  };
}

function requestOf(path: string, method: string, operation: Operation): JsonObject {
  const content = operation.requestBody?.content?.['application/json'];
  const query = parametersIn(operation, 'query');
  return {
    method: method.toUpperCase(),
    description: operation.description,
    url: {
      raw: `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      host: ['{{baseUrl}}'],
      path: path
        .slice(1)
        .split('/')
        .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1')),
      ...(query.length > 0 && { query }),
      variable: parametersIn(operation, 'path').map(({ disabled: _disabled, ...one }) => one),
    },
    header: [
      ...(content ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...parametersIn(operation, 'header'),
    ],
    ...(content && {
      body: {
        mode: 'raw',
        raw: JSON.stringify(content.example, null, 2),
        options: { raw: { language: 'json' } },
      },
    }),
  };
}

/** The parameters of a place; those that are not required are sent once they are enabled. */
const parametersIn = ({ parameters }: Operation, place: Parameter['in']) =>
  parameters
    .filter((one) => one.in === place)
    .map(({ name, description, required, schema }) => ({
      key: name,
      value: (schema['enum'] as string[] | undefined)?.[0] ?? '',
      description,
      ...(!required && { disabled: true }),
    }));
