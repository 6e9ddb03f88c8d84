import { PlatformFailure, type CallContext, type Webhooks } from '../connector.ts';
import { readJson, textAt } from '../read-json.ts';
import { requestTo } from './call.ts';
import { topics } from './verify.ts';

/** A webhook at the shop. `isHere`: it is sent to this connection’s address, not to an earlier one. */
type Webhook = { readonly id: string; readonly topic: string; readonly status: string; readonly isHere: boolean };

/** A shop with more webhooks than these pages hold is not searched further. */
const mostPages = 10;

/** CON6, CON13: the webhooks of a connection: one for each topic. */
export const webhooks: Webhooks = {
  ensure: async (context, isFirst) => {
    const ours = await listOurs(context);
    let repaired = 0;
    for (const topic of topics) {
      const [kept, ...others] = ours.filter((one) => one.topic === topic && isAlive(one));
      const stopped = ours.filter((one) => one.topic === topic && !isAlive(one));
      if (!kept) {
        await create(context, topic);
        if (!isFirst) repaired++;
      }
      for (const { id } of [...others, ...stopped]) await destroy(context, id);
    }
    return { repaired };
  },
  remove: async (context) => {
    for (const { id } of await listOurs(context)) await destroy(context, id);
  },
};

/**
 * A webhook that the shop stopped after failures is not started again but replaced: its count of failures stays, so that one more would stop
 * it. One that a person paused stays paused.
 */
const isAlive = ({ status, isHere }: Webhook): boolean => isHere && status !== 'disabled';

/** The webhooks whose address ends as this connection's, which is unguessable: those to an earlier address of the service too. */
async function listOurs(context: CallContext): Promise<Webhook[]> {
  const ending = context.deliveryUrl.slice(context.deliveryUrl.lastIndexOf('/'));
  const found: Webhook[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const query = { per_page: '100', page: String(page), orderby: 'id', order: 'asc' };
    const response = await context.call(requestTo(context, 'GET', '/webhooks', { query }));
    const json = readJson(response.body);
    if (!Array.isArray(json)) throw new PlatformFailure('unreadable', 'the list of webhooks is none');
    for (const one of json as unknown[]) {
      const [id, url] = [textAt(one, 'id'), textAt(one, 'delivery_url')];
      if (id === undefined || !/^\d+$/.test(id) || !url?.endsWith(ending)) continue;
      const [topic = '', status = ''] = [textAt(one, 'topic'), textAt(one, 'status')];
      found.push({ id, topic, status, isHere: url === context.deliveryUrl });
    }
    if (json.length < 100) break;
  }
  return found;
}

async function create(context: CallContext, topic: string): Promise<void> {
  const body = { name: 'Retoma', topic, delivery_url: context.deliveryUrl, secret: context.webhookSecret };
  await context.call(requestTo(context, 'POST', '/webhooks', { body }));
}

async function destroy(context: CallContext, id: string): Promise<void> {
  try {
    await context.call(requestTo(context, 'DELETE', `/webhooks/${id}`, { query: { force: 'true' } }));
  } catch (error) {
    // Somebody else deleted it.
    if (!(error instanceof PlatformFailure && error.kind === 'refused')) throw error;
  }
}
