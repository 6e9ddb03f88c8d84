import { Webhook } from 'standardwebhooks';

/** The headers of one attempt. `at`: milliseconds since 1970; `secrets`: the newest first (WHK8). */
export function signedHeaders(
  { messageId, body, at }: { messageId: string; body: string; at: number },
  secrets: readonly string[],
): Record<string, string> {
  const id = webhookId(messageId);
  const timestamp = new Date(at);
  return {
    'content-type': 'application/json',
    'user-agent': 'Retoma-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)).join(' '),
  };
}

/** WHK3: the id of a message as its endpoint reads it. */
export const webhookId = (messageId: string): string => `msg_${messageId.replaceAll('-', '')}`;
