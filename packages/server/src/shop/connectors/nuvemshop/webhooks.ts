import { PlatformFailure, type CallContext, type Webhooks } from '../connector.ts';
import { textAt } from '../read-json.ts';
import { readList, requestTo } from './call.ts';

/** The events that the platform delivers. The three about privacy have their address in the partner portal. */
const events = [
  'order/created',
  'order/updated',
  'order/paid',
  'order/pending',
  'order/voided',
  'order/cancelled',
  'order/fulfilled',
  'app/uninstalled',
  'app/suspended',
  'app/resumed',
] as const;

/**
 * CON6, CON14: one webhook for each event, all to the connection's address. The platform is not known to disable any. An event that it refuses
 * does not keep the others from being made.
 */
export const webhooks: Webhooks = {
  ensure: async (context, isFirst) => {
    const present = await ownWebhooks(context);
    const missing = events.filter((event) => !present.some((webhook) => webhook.event === event));
    const unmade: string[] = [];
    for (const event of missing) if (!(await isMade(context, event))) unmade.push(event);
    return {
      repaired: isFirst ? 0 : missing.length - unmade.length,
      ...(unmade.length > 0 && { warning: `no webhook for ${unmade.join(', ')}` }),
    };
  },
  remove: async (context) => {
    for (const { id } of await ownWebhooks(context)) {
      await context.call(requestTo(context, 'DELETE', `/webhooks/${encodeURIComponent(id)}`));
    }
  },
};

/** The webhooks to this connection: the app may have others for the same shop, of another store. */
async function ownWebhooks(context: CallContext): Promise<{ id: string; event: string }[]> {
  const query = { url: context.deliveryUrl, per_page: '200' };
  const { list } = readList(await context.call(requestTo(context, 'GET', '/webhooks', { query })));
  return list
    .filter((webhook) => textAt(webhook, 'url') === context.deliveryUrl)
    .map((webhook) => ({ id: textAt(webhook, 'id') ?? '', event: textAt(webhook, 'event') ?? '' }))
    .filter(({ id }) => id !== '');
}

/** Makes a webhook. False: the platform refuses it. */
async function isMade(context: CallContext, event: string): Promise<boolean> {
  const body = { event, url: context.deliveryUrl };
  try {
    return (await context.call(requestTo(context, 'POST', '/webhooks', { body }))).status !== 404;
  } catch (error) {
    if (error instanceof PlatformFailure && error.kind === 'refused') return false;
    throw error;
  }
}
