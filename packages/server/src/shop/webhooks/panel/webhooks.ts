import { webhookEvents, webhookEventTypes } from '@retoma/commerce';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import {
  createEndpoint,
  deleteEndpoint,
  maxEndpoints,
  rotateEndpointSecret,
  updateEndpoint,
} from '../manage-endpoints.ts';
import { presentWebhook } from '../present-webhooks.ts';
import { webhookEndpointList } from '../queries/endpoints.ts';
import { webhookDepsOf } from '../webhook-deps.ts';

/** A refusal of a function of webhooks as the panel sends it: what the store does not have is NOT_FOUND. */
export const panelRefusal = <Code extends string>({ code }: { readonly code: Code }) =>
  code === 'STORE_NOT_FOUND' || code === 'WEBHOOK_NOT_FOUND' || code === 'MESSAGE_NOT_FOUND'
    ? 'NOT_FOUND'
    : ({
        ok: false,
        code: code as Exclude<Code, 'STORE_NOT_FOUND' | 'WEBHOOK_NOT_FOUND' | 'MESSAGE_NOT_FOUND'>,
      } as const);

/** WHK7, WHK8: a store's endpoints in the panel. */
export function webhooksHandlers(
  context: Context,
): PanelHandlers<'listWebhooks' | 'createWebhook' | 'changeWebhook' | 'deleteWebhook' | 'rotateWebhookSecret'> {
  const deps = webhookDepsOf(context);
  return {
    /** GET /panel/api/stores/:storeId/webhooks */
    listWebhooks: async ({ params: { storeId }, locale }) => ({
      success: true,
      webhooks: (await webhookEndpointList(context.db, storeId)).map(presentWebhook),
      most: maxEndpoints,
      events: webhookEventTypes.map((type) => ({ type, summary: webhookEvents[type].summary[locale] })),
    }),
    /** POST /panel/api/stores/:storeId/webhooks */
    createWebhook: async ({ params: { storeId }, body, audit }) => {
      const made = await createEndpoint(deps, storeId, body, audit);
      if (!made.ok) return panelRefusal(made);
      return { success: true, webhookId: made.endpoint.endpointId, secret: made.secret };
    },
    /** POST /panel/api/stores/:storeId/webhooks/:webhookId */
    changeWebhook: async ({ params: { storeId, webhookId }, body, audit }) => {
      const changed = await updateEndpoint(deps, storeId, webhookId, body, audit);
      return changed.ok ? { success: true } : panelRefusal(changed);
    },
    /** DELETE /panel/api/stores/:storeId/webhooks/:webhookId */
    deleteWebhook: async ({ params: { storeId, webhookId }, audit }) => {
      const deleted = await deleteEndpoint(deps, storeId, webhookId, audit);
      return deleted.ok ? { success: true } : panelRefusal(deleted);
    },
    /** POST /panel/api/stores/:storeId/webhooks/:webhookId/rotate */
    rotateWebhookSecret: async ({ params: { storeId, webhookId }, audit }) => {
      const rotated = await rotateEndpointSecret(deps, storeId, webhookId, audit);
      if (!rotated.ok) return panelRefusal(rotated);
      const { previousSecretEndsAt } = presentWebhook(rotated.endpoint);
      return { success: true, secret: rotated.secret, previousSecretEndsAt: previousSecretEndsAt! };
    },
  };
}
