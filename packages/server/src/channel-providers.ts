import { openProviders } from './channels/index.ts';
import type { Inbox, StoredMessage } from './channels/sandbox-inbox.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/pool.ts';
import { sandboxMessageInsertMany, type SandboxMessage } from './db/queries/messages/sandbox-messages.ts';
import { openOutgoing } from './platform/http-client.ts';

/** The providers of messages of a process that sends few of them: what the sandbox gets is kept at once. */
export const channelProvidersOf = (
  { allowPrivateAddresses: allowPrivate }: Pick<Config, 'allowPrivateAddresses'>,
  db: Database,
): ReturnType<typeof openProviders> =>
  openProviders({ inbox: inboxOf(db), callOut: openOutgoing({ allowPrivate }), allowPrivate });

const inboxOf =
  (db: Database): Inbox =>
  (kept) =>
    sandboxMessageInsertMany(db, [sandboxRowOf(kept)]);

/** What is stored of a message that a sandbox got. */
export const sandboxRowOf = ({ storeId, key, channel, to, content, mime }: StoredMessage): SandboxMessage => ({
  storeId,
  idempotencyKey: key,
  channel,
  recipient: to,
  content: JSON.stringify(content),
  mime,
});
