import { z } from 'zod';
import { answerText, type Responded, type Unanswered } from '../answer.ts';
import type { Answer, Sent } from '../destination.ts';

const Details = z.array(
  z
    .object({
      errors: z.array(z.object({ errorCode: z.record(z.string(), z.string()), message: z.string().optional() })),
    })
    .partial(),
);
const Status = z.object({ message: z.string().optional(), status: z.string().optional(), details: Details.catch([]) });
const Accepted = z.object({ partialFailureError: Status.optional(), results: z.array(z.unknown()) });
const Validated = Accepted.partial();
const Failed = z.object({ error: Status });

/** The codes of a conversion that was counted before. */
const repeated: ReadonlySet<string> = new Set(['CLICK_CONVERSION_ALREADY_EXISTS', 'ORDER_ID_ALREADY_IN_USE']);

/** What an answer means. An error of a conversion comes under HTTP 200, as a partial failure; a repeated conversion counts as sent. */
export function googleAdsSent(
  response: Responded | Unanswered,
  { validateOnly, disclosed }: { validateOnly: boolean; disclosed: readonly string[] },
): Sent {
  if (response.outcome !== 'answered') return response;
  const { status, body } = response;
  if (status === 200) {
    const accepted = (validateOnly ? Validated : Accepted).safeParse(body).data;
    if (!accepted) return { outcome: 'uncertain', status, code: 'UNREADABLE', message: null };
    const { partialFailureError } = accepted;
    if (!partialFailureError) return { outcome: 'sent', disclosed, ...answerText(status, null) };
    const answer = answerOf(status, partialFailureError);
    const isRepeated = answer.code !== null && repeated.has(answer.code);
    return isRepeated ? { outcome: 'sent', disclosed, ...answer } : { outcome: 'refused', isBroken: false, ...answer };
  }
  const error = Failed.safeParse(body).data?.error;
  const answer = error ? answerOf(status, error) : answerText(status, null);
  return { outcome: 'refused', isBroken: status === 401 || status === 403, ...answer };
}

/** The codes by which the validation of a made-up click is refused, after everything about the account was accepted. */
const madeUp: ReadonlySet<string> = new Set(['UNPARSEABLE_GCLID', 'CLICK_NOT_FOUND', 'INVALID_CLICK_ID']);

/** What the answer to a validation of a made-up click means. */
export function googleAdsValidated(sent: Sent): Sent {
  if (sent.outcome !== 'refused' || sent.isBroken || sent.code === null || !madeUp.has(sent.code)) return sent;
  return { outcome: 'sent', disclosed: [], status: sent.status, code: null, message: null };
}

function answerOf(httpStatus: number, { message, status, details }: z.output<typeof Status>): Answer {
  const first = details.flatMap(({ errors = [] }) => errors)[0];
  return answerText(httpStatus, Object.values(first?.errorCode ?? {})[0] ?? status, first?.message ?? message);
}
