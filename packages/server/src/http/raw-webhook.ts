import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A webhook as its provider sent it. */
type RawWebhook = {
  readonly headers: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: Buffer;
};

/** A scope whose bodies stay raw, whatever their content type: providers send any, and their signatures cover the bytes. */
export function addWebhooks(app: FastifyInstance, addRoutes: (scope: FastifyInstance) => void): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    addRoutes(scope);
    done();
  });
}

/** The webhook in a request. */
export const webhookIn = ({ headers, query, body }: FastifyRequest): RawWebhook => ({
  headers: textsIn(headers),
  query: textsIn(query),
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
});

/** The members with a single value. */
const textsIn = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
