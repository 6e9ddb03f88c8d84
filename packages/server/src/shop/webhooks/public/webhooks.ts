import { isId } from '../../../base/ids.ts';
import type { Context } from '../../../context.ts';
import type { Handler } from '../../../http/handler.ts';
import type { PublicContract } from '../../../http/public-contract.ts';
import { newWebhookBody, webhookChangeBody } from '../../../http/webhooks/requests.ts';
import { storeOf } from '../../../stores/guards/api-key.ts';
import { createEndpoint, deleteEndpoint, rotateEndpointSecret, updateEndpoint } from '../manage-endpoints.ts';
import { presentWebhook } from '../present-webhooks.ts';
import { webhookEndpointFind, webhookEndpointList } from '../queries/endpoints.ts';
import { webhookDepsOf } from '../webhook-deps.ts';

const notFound = { ok: false, code: 'WEBHOOK_NOT_FOUND' } as const;

/** A refusal of a function of webhooks without its details. A store whose key was verified exists. */
const refusal = <Code extends string>({ code }: { readonly code: Code }) =>
  ({ ok: false, code: code as Exclude<Code, 'STORE_NOT_FOUND'> }) as const;

/** WHK7, WHK8: a store's endpoints in the public API, by the functions of the panel. */
export function publicWebhooksHandlers(context: Context): {
  readonly [
    Name in 'listWebhooks' | 'createWebhook' | 'readWebhook' | 'updateWebhook' | 'deleteWebhook' | 'rotateWebhookSecret'
  ]: Handler<PublicContract[Name]>;
} {
  const { db } = context;
  const deps = webhookDepsOf(context);
  return {
    listWebhooks: async ({ request, reply }) => {
      reply.header('cache-control', 'no-store');
      return { success: true, data: (await webhookEndpointList(db, storeOf(request).storeId)).map(presentWebhook) };
    },
    createWebhook: async ({ body, audit, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const read = newWebhookBody.read(body);
      if (!read.ok) return read;
      const made = await createEndpoint(deps, storeOf(request).storeId, read.value, audit);
      if (!made.ok) return refusal(made) as { ok: false; code: 'WRONG_WEBHOOK_URL' };
      return { success: true, webhook: presentWebhook(made.endpoint), secret: made.secret };
    },
    readWebhook: async ({ params: { webhookId }, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const found = isId(webhookId) && (await webhookEndpointFind(db, storeOf(request).storeId, webhookId));
      return found ? { success: true, webhook: presentWebhook(found) } : notFound;
    },
    updateWebhook: async ({ params: { webhookId }, body, audit, request }) => {
      const read = webhookChangeBody.read(body);
      if (!read.ok) return read;
      if (!isId(webhookId)) return notFound;
      const changed = await updateEndpoint(deps, storeOf(request).storeId, webhookId, read.value, audit);
      if (!changed.ok) return refusal(changed) as { ok: false; code: 'WEBHOOK_NOT_FOUND' | 'WRONG_WEBHOOK_URL' };
      return { success: true, webhook: presentWebhook(changed.endpoint) };
    },
    deleteWebhook: async ({ params: { webhookId }, audit, request }) => {
      if (!isId(webhookId)) return notFound;
      const deleted = await deleteEndpoint(deps, storeOf(request).storeId, webhookId, audit);
      return deleted.ok ? { success: true } : notFound;
    },
    rotateWebhookSecret: async ({ params: { webhookId }, audit, request, reply }) => {
      reply.header('cache-control', 'no-store');
      if (!isId(webhookId)) return notFound;
      const rotated = await rotateEndpointSecret(deps, storeOf(request).storeId, webhookId, audit);
      if (!rotated.ok) return notFound;
      return { success: true, webhook: presentWebhook(rotated.endpoint), secret: rotated.secret };
    },
  };
}
