import { z } from 'zod';
import { answerText, type Responded, type Unanswered } from '../answer.ts';
import type { Sent } from '../destination.ts';

const Validated = z.object({
  validationMessages: z.array(
    z.object({
      fieldPath: z.string().optional(),
      description: z.string().optional(),
      validationCode: z.string().optional(),
    }),
  ),
});

/** What an answer means: GA4 answers 2xx without a body, whatever was sent. */
export function ga4Sent(response: Responded | Unanswered, disclosed: readonly string[]): Sent {
  if (response.outcome !== 'answered') return response;
  const { status } = response;
  const answer = answerText(status, null);
  if (status >= 200 && status < 300) return { outcome: 'sent', disclosed, ...answer };
  return { outcome: 'refused', isBroken: status === 401 || status === 403, ...answer };
}

/** What an answer of the validation means. It checks the shape, neither the secret nor the id. */
export function ga4Validated(response: Responded | Unanswered): Sent {
  if (response.outcome !== 'answered' || response.status !== 200) return ga4Sent(response, []);
  const validated = Validated.safeParse(response.body).data;
  if (!validated) return { outcome: 'uncertain', status: 200, code: 'UNREADABLE', message: null };
  const [first] = validated.validationMessages;
  if (!first) return { outcome: 'sent', disclosed: [], ...answerText(200, null) };
  return { outcome: 'refused', isBroken: false, ...answerText(200, first.validationCode, first.description) };
}
