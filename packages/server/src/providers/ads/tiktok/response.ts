import { z } from 'zod';
import { answerText, type Responded, type Unanswered } from '../answer.ts';
import type { Sent } from '../destination.ts';

const Answered = z.object({ code: z.number(), message: z.string().optional().catch(undefined) });

/** Success with remarks. */
const partial = 20_001;
/** Too many requests: nothing was processed. */
const throttled = 40_100;
/** No permission: the token is not for this pixel. */
const forbidden = 40_001;
/** A failure inside TikTok, beside all codes from 50000 on. */
const internal = 40_700;

/** What an answer means: `code` decides, whatever the HTTP status (README.md). */
export function tiktokSent(response: Responded | Unanswered, disclosed: readonly string[]): Sent {
  if (response.outcome !== 'answered') return response;
  const { status, body } = response;
  const isDenied = status === 401 || status === 403;
  const answered = Answered.safeParse(body).data;
  if (!answered) {
    if (status === 200) return { outcome: 'uncertain', status, code: 'UNREADABLE', message: null };
    return { outcome: 'refused', isBroken: isDenied, ...answerText(status, null) };
  }
  const { code, message } = answered;
  const answer = answerText(status, code, message);
  if (code === 0) return { outcome: 'sent', disclosed, ...answerText(status, null) };
  if (code === partial) return { outcome: 'sent', disclosed, ...answer };
  if (code === throttled) return { outcome: 'later', ...answer };
  // As with a server that fails, the event may have been counted before.
  if (code === internal || (code >= 50_000 && code < 60_000)) return { outcome: 'uncertain', ...answer };
  return { outcome: 'refused', isBroken: isDenied || code === forbidden || isAboutToken(code), ...answer };
}

/** The codes from 40101 to 40199 are about the token: it is missing, wrong, expired or revoked. */
const isAboutToken = (code: number): boolean => code > throttled && code < 40_200;
