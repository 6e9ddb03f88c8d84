import type { FirstContactCode } from './codes.ts';

/** Something in webhooks that could not be used: `connection_observations`. */
type CountedObservation = { readonly code: string; readonly shape: string; readonly count: number };

/**
 * What is known of a connection. Instants in milliseconds; `since`: its provider accepted the credentials. `accepted`, `delivered`:
 * messages or payments that are old enough for a webhook. `reportsDeliveries`: webhooks report what is delivered.
 */
export type FirstContactFacts = {
  readonly since: number;
  readonly firstWebhookAt: number | null;
  readonly accepted: number;
  readonly delivered: number;
  readonly reportsDeliveries: boolean;
  readonly observations: readonly CountedObservation[];
  readonly stoppedTemplates: readonly string[];
};

/** A finding. `count`: how often it was observed. `shapes`: names of the provider's protocol or of templates, never a value. */
export type FirstContactFinding = {
  readonly code: FirstContactCode;
  readonly count: number;
  readonly shapes: readonly string[];
};

const day = 24 * 60 * 60_000;

/** COM43: how long a connection is new, and how long an observation counts. Milliseconds. */
export const firstDays = 7 * day;
/** How old a message must be for its webhook to be missing. Milliseconds. */
export const webhookDelayMs = 30 * 60_000;

/** The smallest number of accepted messages that are all without a delivery. */
const enoughAccepted = 3;

/** The finding of each code of observations, and how many are needed: one by itself may be chance, or a stranger's. */
const byObservation: Readonly<Record<string, { readonly code: FirstContactCode; readonly enough: number }>> = {
  rejected_signature: { code: 'REJECTED_WEBHOOKS', enough: 3 },
  wrong_time: { code: 'WRONG_TIME', enough: 1 },
  unknown_kind: { code: 'UNKNOWN_SHAPE', enough: 1 },
  unknown_status: { code: 'UNKNOWN_SHAPE', enough: 1 },
  empty_message: { code: 'EMPTY_MESSAGES', enough: 3 },
  unmatched_reply: { code: 'UNMATCHED_REPLIES', enough: 1 },
};

/** COM43: what is wrong between a connection and its provider at `now`, in milliseconds. Pure. */
export function firstContactOf(facts: FirstContactFacts, now: number): FirstContactFinding[] {
  const { firstWebhookAt, accepted, delivered, stoppedTemplates } = facts;
  const found: FirstContactFinding[] = [];
  const isNew = now - facts.since <= firstDays;
  if (isNew && firstWebhookAt === null && accepted > 0) found.push({ code: 'NO_WEBHOOK', count: accepted, shapes: [] });
  const isStuck = facts.reportsDeliveries && firstWebhookAt !== null && accepted >= enoughAccepted && delivered === 0;
  if (isNew && isStuck) found.push({ code: 'NOTHING_DELIVERED', count: accepted, shapes: [] });
  found.push(...observed(facts));
  if (stoppedTemplates.length > 0)
    found.push({ code: 'TEMPLATE_STOPPED', count: stoppedTemplates.length, shapes: stoppedTemplates });
  return found;
}

/** The findings of observations, those of one code together. Without any genuine webhook one rejected webhook is enough. */
function observed({ observations, firstWebhookAt }: FirstContactFacts): FirstContactFinding[] {
  const known = observations.filter(({ code }) => Object.hasOwn(byObservation, code));
  const groups = Map.groupBy(known, ({ code }) => byObservation[code]!.code);
  return [...groups].flatMap(([code, members]) => {
    const count = members.reduce((sum, one) => sum + one.count, 0);
    const enough = firstWebhookAt === null ? 1 : Math.min(...members.map((one) => byObservation[one.code]!.enough));
    const shapes = members.filter(({ shape }) => shape !== '').map((one) => `${one.code}: ${one.shape}`);
    return count < enough ? [] : [{ code, count, shapes }];
  });
}
