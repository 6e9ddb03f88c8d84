import { z } from 'zod';
import { answerText, type Responded, type Unanswered } from '../answer.ts';
import type { Sent } from '../destination.ts';

const Received = z.object({ events_received: z.number(), messages: z.array(z.unknown()).catch([]) });
const Refused = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    message: z.string().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
  }),
});

/** The code of an access token that is not valid. */
const badAuthCode = 190;

/** What an answer to one event means. 5xx alone is tried again: which error codes pass by themselves is not known. */
export function metaSent(response: Responded | Unanswered, disclosed: readonly string[]): Sent {
  if (response.outcome !== 'answered') return response;
  const { status, body } = response;
  if (status === 200) {
    const received = Received.safeParse(body).data;
    if (!received) return { outcome: 'uncertain', status, code: 'UNREADABLE', message: null };
    const answer = answerText(status, null, received.messages[0]);
    return received.events_received === 1
      ? { outcome: 'sent', disclosed, ...answer }
      : { outcome: 'refused', isBroken: false, ...answer, code: 'NOT_COUNTED' };
  }
  const error = Refused.safeParse(body).data?.error;
  const isBroken = error?.code === badAuthCode || status === 401 || status === 403;
  const code = [error?.code, error?.error_subcode].filter((one) => one !== undefined).join('/');
  const answer = answerText(status, code || null, error?.error_user_msg ?? error?.message);
  return { outcome: 'refused', isBroken, ...answer };
}
