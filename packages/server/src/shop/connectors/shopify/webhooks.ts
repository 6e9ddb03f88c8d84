import { PlatformFailure, type CallContext, type PlatformResponse, type Webhooks } from '../connector.ts';
import { listAt, textAt } from '../read-json.ts';
import { adminRequest, readData, otherVersion } from './call.ts';
import { subscribeDocument, subscriptionsDocument, unsubscribeDocument } from './documents.ts';
import { orderTopics } from './verify.ts';

/** The topics that a connection subscribes to, as webhooks name them. Shopify sends those about privacy without a subscription. */
const topics = [...orderTopics, 'app/uninstalled'] as const;

/** A topic in GraphQL: `orders/create` → `ORDERS_CREATE`. */
const graphqlName = (topic: string): string => topic.replace('/', '_').toUpperCase();

const callAdmin = (
  { shop, credentials, call }: CallContext,
  document: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<PlatformResponse> => call(adminRequest(shop, credentials['accessToken'] ?? '', document, variables));

type TopicSubscription = { readonly id: string; readonly topic: string };

async function subscriptions(
  context: CallContext,
): Promise<{ found: readonly TopicSubscription[]; response: PlatformResponse }> {
  const response = await callAdmin(context, subscriptionsDocument, { uri: context.deliveryUrl });
  const found = listAt(readData(response), 'webhookSubscriptions', 'nodes').flatMap((node) => {
    const [id, topic, uri] = [textAt(node, 'id'), textAt(node, 'topic'), textAt(node, 'uri')];
    return id !== undefined && topic !== undefined && uri === context.deliveryUrl ? [{ id, topic }] : [];
  });
  return { found, response };
}

/** CON6: Shopify deletes a subscription after 8 failed deliveries; each pass makes the missing ones. */
export const webhooks: Webhooks = {
  async ensure(context, isFirst) {
    const { found, response } = await subscriptions(context);
    const present = new Set(found.map(({ topic }) => topic));
    const missing = topics.map(graphqlName).filter((topic) => !present.has(topic));
    for (const topic of missing) {
      const made = readData(await callAdmin(context, subscribeDocument, { topic, uri: context.deliveryUrl }));
      const refusals = listAt(made, 'webhookSubscriptionCreate', 'userErrors');
      // Another process made it meanwhile.
      const isTaken = refusals.some((one) => /already been taken/i.test(textAt(one, 'message') ?? ''));
      if (refusals.length > 0 && !isTaken) throw new PlatformFailure('refused', `no subscription to ${topic}`);
    }
    const version = otherVersion(response);
    return {
      repaired: isFirst ? 0 : missing.length,
      ...(version !== null && { warning: `Shopify answers with version ${version} of its API` }),
    };
  },
  async remove(context) {
    const { found } = await subscriptions(context);
    for (const { id } of found) await callAdmin(context, unsubscribeDocument, { id });
  },
};
