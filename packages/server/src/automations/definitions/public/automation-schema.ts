import { automationSchema } from '@retoma/flow';
import type { FastifyInstance } from 'fastify';
import { sendAsset, textAsset } from '../../../http/compression/asset.ts';

/** GET /automation.schema.json: the JSON Schema of a definition, for completion in any editor. */
export function addAutomationSchema(app: FastifyInstance): void {
  const schema = textAsset('application/schema+json; charset=utf-8', JSON.stringify(automationSchema, null, 2));
  app.get('/automation.schema.json', (request, reply) =>
    sendAsset(request, reply.header('access-control-allow-origin', '*'), schema, 300),
  );
}
