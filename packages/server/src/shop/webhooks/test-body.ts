import { webhookExample, webhookVersion, type WebhookBody, type WebhookEventType } from '@retoma/commerce';

/** WHK10: the body of a test delivery: a ping, or the example of an event, marked as a test. `at`: milliseconds since 1970. */
export function testBody(
  type: WebhookEventType | 'ping',
  { storeId, endpointId, at }: { storeId: string; endpointId: string; at: number },
): string {
  const data = type === 'ping' ? { webhook_id: endpointId } : webhookExample(type).data;
  const timestamp = new Date(at).toISOString();
  const body: WebhookBody = { type, timestamp, store: storeId, version: webhookVersion, test: true, data };
  return JSON.stringify(body);
}
