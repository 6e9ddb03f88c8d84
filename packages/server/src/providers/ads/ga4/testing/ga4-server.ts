// A local server with the documented part of the Measurement Protocol (../README.md): it answers 2xx without a body, whatever was sent.
import type { FastifyInstance } from 'fastify';
import { LocalDestination } from '../../testing/local-destination.ts';
import { account } from './account.ts';

type Ga4Body = {
  client_id?: string;
  timestamp_micros?: number;
  consent?: Record<string, string>;
  events?: { name?: string; params?: Record<string, unknown> }[];
};
type Query = { measurement_id?: string; api_secret?: string };

const threeDays = 72 * 60 * 60_000;

/** The server. `received`: the requests that count, `ignored`: those that it silently drops. */
export class Ga4Server extends LocalDestination {
  readonly ignored: unknown[] = [];
  readonly #now: () => number;

  /** `now`: its clock, in milliseconds. */
  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  protected override routes(app: FastifyInstance): void {
    app.post<{ Body: Ga4Body; Querystring: Query }>('/mp/collect', ({ body, query }, reply) => {
      const { measurement_id: id, api_secret: secret } = query;
      const isKnown = id === account.settings.measurementId && secret === account.credentials.apiSecret;
      if (isKnown && this.#messagesFor(body).length === 0) this.received.push(body);
      else this.ignored.push(body);
      return reply.code(204).send();
    });
    app.post<{ Body: Ga4Body }>('/debug/mp/collect', ({ body }, reply) =>
      reply.send({ validationMessages: this.#messagesFor(body) }),
    );
  }

  #messagesFor({ client_id: client, timestamp_micros: micros, events = [] }: Ga4Body): object[] {
    const messages: object[] = [];
    const wrong = (fieldPath: string, validationCode: string): void => {
      messages.push({ fieldPath, description: `[${fieldPath}] is wrong.`, validationCode });
    };
    if (!/^\d+\.\d+$/.test(client ?? '')) wrong('client_id', 'VALUE_INVALID');
    const at = (micros ?? this.#now() * 1000) / 1000;
    if (at < this.#now() - threeDays) wrong('timestamp_micros', 'VALUE_OUT_OF_BOUNDS');
    if (events.length === 0 || events.length > 25) wrong('events', 'VALUE_REQUIRED');
    for (const { name = '', params = {} } of events) {
      if (!/^[A-Za-z]\w{0,39}$/.test(name)) wrong('events.name', 'NAME_INVALID');
      if (Object.keys(params).length > 25) wrong('events.params', 'EXCEEDED_MAX_ENTITIES');
      if (params['value'] !== undefined && params['currency'] === undefined)
        wrong('events.params.currency', 'VALUE_REQUIRED');
      if (name === 'purchase' && !params['transaction_id']) wrong('events.params.transaction_id', 'VALUE_REQUIRED');
    }
    return messages;
  }
}
