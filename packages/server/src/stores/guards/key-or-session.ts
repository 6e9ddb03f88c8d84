import type { onRequestHookHandler } from 'fastify';
import type { Context } from '../../context.ts';
import { sendError } from '../../http/errors.ts';
import { limitAddress } from './address-limit.ts';
import { requireApiKey } from './api-key.ts';
import { sessionTokenIn } from '../../members/guards/session-cookie.ts';
import { admitSession } from '../../members/guards/session.ts';

/** TAG4: requires an API key of any kind or a panel session. If a key was sent, only the key counts. Without both: MISSING_API_KEY. */
export function requireKeyOrSession(context: Context): onRequestHookHandler {
  const byKey = requireApiKey(context, 'any');
  const limit = limitAddress(context);
  return function (request, reply, done) {
    if (request.headers['x-api-key'] || sessionTokenIn(context, request) === undefined) {
      byKey.call(this, request, reply, done);
      return;
    }
    limit(request, reply, () => {
      const admit = (stranger: unknown): void => (stranger ? void sendError(reply, 'MISSING_API_KEY') : done());
      admitSession(context, request).then(admit, done);
    });
  };
}
