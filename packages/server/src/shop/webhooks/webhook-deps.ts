import type { Context } from '../../context.ts';
import type { WebhookDeps } from './manage-endpoints.ts';

/** What the functions of webhooks need, of a process that serves HTTP. */
export const webhookDepsOf = ({ db, clock, credentialsKey, config }: Context): WebhookDeps => ({
  db,
  clock,
  credentialsKey,
  allowPrivate: config.allowPrivateAddresses,
});
