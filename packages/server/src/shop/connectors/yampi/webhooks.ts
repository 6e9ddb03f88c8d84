import type { CallContext, Webhooks } from '../connector.ts';
import { listAt, textAt, valueAt } from '../read-json.ts';
import { requestTo } from './call.ts';
import { readData } from './connect.ts';
import { topics } from './verify.ts';

/** CON6: the one webhook of a connection. The platform stops one after 30 failures; it is then replaced. */
export const webhooks: Webhooks = {
  ensure: async (context, isFirst) => {
    const ours = await listOurs(context);
    const kept = ours.find((one) => one.isWhole);
    for (const { id } of ours.filter((one) => one !== kept)) await destroy(context, id);
    if (kept) return { repaired: 0 };
    const body = { name: 'Retoma', url: context.deliveryUrl, events: [...topics], secret: context.webhookSecret };
    await context.call(requestTo(context, 'POST', '/webhooks', { body }));
    return { repaired: isFirst ? 0 : 1 };
  },
  remove: async (context) => {
    for (const { id } of await listOurs(context)) await destroy(context, id);
  },
};

/** The webhooks whose address ends as this connection's. `isWhole`: it is sent to the present address, runs, and has every event. */
async function listOurs(context: CallContext): Promise<{ id: string; isWhole: boolean }[]> {
  const ending = context.deliveryUrl.slice(context.deliveryUrl.lastIndexOf('/'));
  const { body } = await context.call(requestTo(context, 'GET', '/webhooks', { query: { limit: '100' } }));
  return readData(body).flatMap((one) => {
    const [id, url] = [textAt(one, 'id'), textAt(one, 'url')];
    if (id === undefined || !/^\d+$/.test(id) || !url?.endsWith(ending)) return [];
    const events = new Set(listAt(one, 'events'));
    const isRunning = valueAt(one, 'active') !== false;
    return [
      { id, isWhole: url === context.deliveryUrl && isRunning && [...topics].every((event) => events.has(event)) },
    ];
  });
}

const destroy = (context: CallContext, id: string): Promise<unknown> =>
  context.call(requestTo(context, 'DELETE', `/webhooks/${id}`));
