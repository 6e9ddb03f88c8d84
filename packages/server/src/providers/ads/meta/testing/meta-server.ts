// A local server with the documented part of Meta's Conversions API (../README.md).
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LocalDestination } from '../../testing/local-destination.ts';
import { account } from './account.ts';

type Event = Record<string, unknown> & { user_data?: Record<string, string> };
type EventsBody = { data?: Event[]; access_token?: string; test_event_code?: string };

const metaError = (reply: FastifyReply, code: number, message: string, more: object = {}): FastifyReply =>
  reply.code(400).send({ error: { message, type: 'OAuthException', code, ...more, fbtrace_id: 'Aurora' } });

const week = 7 * 24 * 60 * 60;
const hashedMembers = ['em', 'ph', 'fn', 'ln', 'ct', 'st', 'zp', 'country'];

/** The server. `received`: the events that count; those of tests are in `tests`. A repeated event is taken again and counted once. */
export class MetaServer extends LocalDestination {
  readonly tests: Event[] = [];
  readonly #now: () => number;

  /** `now`: its clock, in milliseconds. */
  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  protected override routes(app: FastifyInstance): void {
    app.post<{ Params: { pixel: string }; Body: EventsBody }>('/v26.0/:pixel/events', ({ params, body }, reply) => {
      const { data = [], access_token, test_event_code } = body;
      if (access_token !== account.credentials.accessToken) {
        return metaError(reply, 190, 'Invalid OAuth access token.');
      }
      if (params.pixel !== account.settings.pixelId) {
        return metaError(reply, 100, 'Unsupported post request.', { error_subcode: 33 });
      }
      for (const event of data) {
        const wrong = this.#wrongIn(event);
        if (wrong !== undefined) {
          return metaError(reply, 100, 'Invalid parameter', { error_subcode: 2_804_003, error_user_msg: wrong });
        }
      }
      (test_event_code === undefined ? this.received : this.tests).push(...data);
      return reply.send({ events_received: data.length, messages: [], fbtrace_id: 'Aurora' });
    });
  }

  /** Why an event rejects the whole request. */
  #wrongIn(event: Event): string | undefined {
    const { event_time: time, user_data: user = {} } = event;
    const now = Math.floor(this.#now() / 1000);
    if (!Number.isInteger(time) || (time as number) > now + 60) return 'The event time is wrong.';
    if ((time as number) < now - week) return 'The event was sent more than 7 days ago.';
    if (event['action_source'] === 'website' && (!user['client_user_agent'] || !event['event_source_url'])) {
      return 'Events of a website need a user agent and an address.';
    }
    const plain = hashedMembers.find((member) => user[member] !== undefined && !/^[0-9a-f]{64}$/.test(user[member]));
    return plain === undefined ? undefined : `${plain} is not hashed: ${user[plain]}`;
  }

  /** What Meta counts: the first of each name and id. */
  counted = (): number =>
    new Set(this.received.map(({ event_name: name, event_id: id }) => `${String(name)} ${String(id)}`)).size;
}
