import {
  schemaNameOf,
  webhookBodySchema,
  webhookEvents,
  webhookEventTypes,
  webhookExample,
  webhookPing,
} from '@retoma/commerce';
import { z } from 'zod';
import { jsonSchemaOf, schemaIn, type JsonObject } from './json-schema.ts';
import { parametersIn } from './operation.ts';

/** The headers of a delivery, by Standard Webhooks. */
const deliveryHeaders = z.object({
  'webhook-id': z.string().describe('ID of the message, the same in each attempt'),
  'webhook-timestamp': z
    .string()
    .regex(/^[0-9]+$/)
    .describe('Unix time of the attempt, in seconds'),
  'webhook-signature': z
    .string()
    .describe('v1,<base64 HMAC-SHA-256 of id.timestamp.body>; two, separated by a space, while a secret is replaced'),
});

/** API23: the `webhooks` of the document: an operation for each event of the catalogue. The definitions are added to `schemas`. */
export const webhooksIn = (schemas: Record<string, unknown>): JsonObject =>
  Object.fromEntries(
    ([...webhookEventTypes, 'ping'] as const).map((type) => [type, { post: webhookOperation(type, schemas) }]),
  );

function webhookOperation(type: Parameters<typeof webhookExample>[0], schemas: Record<string, unknown>): JsonObject {
  const name = schemaNameOf(type);
  schemas[`${name}Event`] = schemaIn(schemas, jsonSchemaOf(webhookBodySchema(type)));
  return {
    operationId: `on${name}`,
    tags: ['Webhooks'],
    summary: (type === 'ping' ? webhookPing : webhookEvents[type]).summary.en,
    description: 'Verify the signature over the bytes of the body. Respond within 15 seconds, and then process.',
    security: [],
    parameters: parametersIn('header', deliveryHeaders),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${name}Event` },
          example: webhookExample(type),
        },
      },
    },
    responses: {
      '2XX': { description: 'The event was received; no further attempt is made' },
      410: { description: 'The endpoint is disabled at once' },
      default: { description: 'The event is delivered again later' },
    },
  };
}
