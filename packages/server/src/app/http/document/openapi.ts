import type { PublicEndpoint } from '../../../http/endpoint.ts';
import { publicContract } from '../../../http/public-contract.ts';
import { asPublished, type JsonObject } from './json-schema.ts';
import { operationOf, requestIdParameter, tagOf, tags } from './operation.ts';
import { responseComponents } from './responses.ts';
import { webhooksIn } from './webhooks.ts';

/** API20: the OpenAPI 3.1 document of the public API, derived from its contract and the catalogue of webhooks. */
export function openApiDocument(baseUrl: string): JsonObject {
  const endpoints: [string, PublicEndpoint][] = Object.entries(publicContract);
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, JsonObject> = {};
  for (const [operationId, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(operationId, endpoint, schemas) };
  }
  const webhooks = webhooksIn(schemas);
  const usedTags = new Set(['Webhooks', ...endpoints.map(([, { path }]) => tagOf(path))]);
  return asPublished({
    openapi: '3.1.0',
    info: infoAt(baseUrl),
    servers: serversAt(baseUrl),
    tags: tags.filter(({ name }) => usedTags.has(name)),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: { 'x-request-id': requestIdParameter },
      ...responseComponents(JSON.stringify(paths)),
      schemas,
    },
  });
}

const infoAt = (baseUrl: string): JsonObject => ({
  title: 'Retoma',
  version: '0.1.0',
  description: 'Create payment links from carts, read orders, and report and receive the events of your store.',
  contact: { name: 'Documents', url: `${baseUrl}/docs` },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
});

const serversAt = (baseUrl: string): JsonObject[] => [
  { url: baseUrl },
  { url: `${baseUrl}/api`, description: 'Alias of the same API' },
];

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'rtm_live_… creates checkouts and can be used in a browser; rtm_secret_… must stay on your server. In test mode: rtm_test_… and rtm_test_secret_…',
  },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Standard Webhooks signature: v1,<base64 HMAC-SHA-256 of id.timestamp.body>, with the secret from retoma store webhook-secret',
  },
} satisfies Record<string, JsonObject>;
