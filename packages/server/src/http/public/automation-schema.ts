import { automationSchema } from '@retoma/flow';
import type { FastifyInstance } from 'fastify';

/** GET /automation.schema.json: the JSON Schema of a definition, for completion in any editor. */
export function addAutomationSchema(app: FastifyInstance): void {
  const text = JSON.stringify(automationSchema, null, 2);
  app.get('/automation.schema.json', (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/schema+json; charset=utf-8',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=300',
      })
      .send(text),
  );
}
