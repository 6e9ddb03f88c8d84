// A local server with the known part of TikTok's Events API (../README.md): it answers 200, and `code` says whether it took the event.
import type { FastifyInstance } from 'fastify';
import { LocalDestination } from '../../testing/local-destination.ts';
import { account } from './account.ts';

type TrackBody = {
  event_source?: string;
  event_source_id?: string;
  test_event_code?: string;
  data?: Record<string, unknown>[];
};

/** The server. `received`: the events that count; those of tests are in `tests`. */
export class TiktokServer extends LocalDestination {
  readonly tests: unknown[] = [];

  protected override routes(app: FastifyInstance): void {
    app.post<{ Body: TrackBody }>('/open_api/v1.3/event/track/', ({ body, headers }, reply) => {
      const answer = (code: number, message: string): unknown =>
        reply.send({ code, message, request_id: '20261127aurora', data: {} });
      if (headers['access-token'] !== account.credentials.accessToken) {
        return answer(40_105, 'Access token is incorrect or has been revoked.');
      }
      const { event_source: source, event_source_id: pixel, test_event_code: test, data = [] } = body;
      if (source !== 'web' || pixel !== account.settings.pixelId) return answer(40_001, 'No permission to this pixel.');
      const plain = data.some(({ user }) => {
        const { email, phone } = user as Record<string, string | undefined>;
        return [email, phone].some((one) => one !== undefined && !/^[0-9a-f]{64}$/.test(one));
      });
      if (plain || data.length === 0 || data.length > 50) return answer(40_002, 'Invalid value of data.');
      (test === undefined ? this.received : this.tests).push(...(data as never[]));
      return answer(0, 'OK');
    });
  }
}
