// WHK: endpoints, messages and attempts as the panel, the API and the command line show them. Instants are in ISO 8601.
import type { WebhookEndpoint } from './queries/endpoints.ts';
import type { WebhookAttempt, WebhookMessage } from './queries/messages.ts';

const instantText = (at: number): string => new Date(at).toISOString();
const instantTextOrNull = (at: number | null): string | null => (at === null ? null : instantText(at));

/** An endpoint, without its secrets. */
export const presentWebhook = (endpoint: WebhookEndpoint) => ({
  webhookId: endpoint.endpointId,
  url: endpoint.url,
  description: endpoint.description,
  types: endpoint.types,
  thin: endpoint.thin,
  enabled: endpoint.state === 'enabled',
  reason: endpoint.reason,
  stateAt: instantText(endpoint.stateAt),
  previousSecretEndsAt: instantTextOrNull(endpoint.previousUntil),
  createdAt: instantText(endpoint.createdAt),
  lastSuccessAt: instantTextOrNull(endpoint.lastSuccessAt),
  failingSince: instantTextOrNull(endpoint.failingSince),
  lastError: endpoint.lastError,
  pending: endpoint.pending,
  missed: endpoint.missed,
});

/** The id of the message that a header webhook-id names; undefined: it is none. */
export function messageIdOf(headerId: string): string | undefined {
  const [, a, b, c, d, e] =
    /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(headerId) ?? [];
  return a && `${a}-${b}-${c}-${d}-${e}`;
}

/** A message, without its body. */
export const presentWebhookMessage = ({ type, state, attempts, nextAttemptAt, createdAt }: WebhookMessage) => ({
  type,
  state,
  attempts,
  nextAttemptAt: instantTextOrNull(nextAttemptAt),
  createdAt: instantText(createdAt),
});

/** An attempt. */
export const presentWebhookAttempt = ({ at, durationMs, status, response, error }: WebhookAttempt) => ({
  at: instantText(at),
  durationMs,
  status,
  response,
  error,
});
