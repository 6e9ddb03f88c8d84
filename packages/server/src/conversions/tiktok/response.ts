import { z } from 'zod';
import { answerText, type Responded, type Unanswered } from '../answer.ts';
import type { Sent } from '../destination.ts';

const Answered = z.object({ code: z.number(), message: z.string().optional().catch(undefined) });

/** What an answer means: `code` decides, also under HTTP 200. Its other codes are not known; none is tried again. */
export function tiktokSent(response: Responded | Unanswered, disclosed: readonly string[]): Sent {
  if (response.outcome !== 'answered') return response;
  const { status, body } = response;
  const answered = Answered.safeParse(body).data;
  if (!answered) {
    if (status === 200) return { outcome: 'uncertain', status, code: 'UNREADABLE', message: null };
    return { outcome: 'refused', isBroken: status === 401 || status === 403, ...answerText(status, null) };
  }
  const { code, message } = answered;
  if (code === 0) return { outcome: 'sent', disclosed, ...answerText(status, null) };
  return { outcome: 'refused', isBroken: status === 401 || status === 403, ...answerText(status, code, message) };
}
