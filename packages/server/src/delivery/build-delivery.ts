// What a provider gets along with a message's text: the connection's secrets, the tracking and webhook addresses, and
// whether its reader may be written to freely.
import type { Channel } from '@retoma/flow';
import type { Delivery, TrackingUrls } from '../channels/provider.ts';
import { isWindowOpen } from '../channels/window.ts';
import type { Queryable } from '../db/pool.ts';
import type { ConnectionRow } from '../db/queries/contacts/connections.ts';
import { conversationFindMany } from '../db/queries/messages/conversations.ts';
import { messageMarks } from '../links/tracking-links.ts';
import { webhookPath } from '../links/webhook-path.ts';
import { payOrigin } from '../links/store-url.ts';
import { personOf } from '../crypto/contact-hash.ts';
import { unseal } from '../crypto/seal.ts';
import { unsubscribeLink } from '../links/unsubscribe-link.ts';
import { providerOf, type Engine } from '../engine/engine.ts';
import type { RunStore } from '../automations/compiled-versions.ts';

/** Credentials that are kept open; a store has few connections. */
const capacity = 5_000;

/** The credentials of connections, opened once for each change of them. */
export class OpenCredentials {
  readonly #key: Buffer;
  readonly #cached = new Map<string, { readonly revision: number; readonly credentials: Delivery['credentials'] }>();

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Undefined where the connection has none, or where they were sealed under another secret: its provider calls it broken. */
  of({ connectionId, revision, credentials: sealed }: ConnectionRow): Delivery['credentials'] {
    if (sealed === null) return undefined;
    const cached = this.#cached.get(connectionId);
    if (cached?.revision === revision) return cached.credentials;
    const credentials = unseal(this.#key, connectionId, sealed) as Delivery['credentials'];
    if (this.#cached.size >= capacity) this.#cached.clear();
    this.#cached.set(connectionId, { revision, credentials });
    return credentials;
  }
}

/** A message that is about to go. */
type Addressed = {
  readonly runId: string;
  readonly message: string;
  readonly channel: Channel;
  readonly connection: ConnectionRow;
  readonly store: RunStore;
  readonly recipient: string;
};

/** What `Delivery` has beside the text. */
export type Completion = Pick<Delivery, 'credentials' | 'marks' | 'webhookUrl' | 'windowOpen'>;

/** Completes a message that goes at `now`. `windowOpen`: undefined where its provider knows no window. */
export function complete(
  engine: Engine,
  addressed: Addressed,
  now: number,
  windowOpen: boolean | undefined,
): Completion {
  const { channel, connection } = addressed;
  const provider = providerOf(engine, connection);
  const credentials = engine.credentials.of(connection);
  const marks = channel === 'email' ? marksOf(engine, addressed, now) : undefined;
  const secret = credentials?.['noticeSecret'];
  const { delivered, replies } = provider?.capabilities.reports ?? {};
  return {
    ...(credentials && { credentials }),
    ...(marks && { marks }),
    ...((delivered || replies) && {
      webhookUrl:
        engine.baseUrl() + webhookPath(connection.connectionId, typeof secret === 'string' ? secret : undefined),
    }),
    ...(windowOpen !== undefined && { windowOpen }),
  };
}

/** Made when they are asked for: only composing an e-mail asks. */
function marksOf(engine: Engine, addressed: Addressed, now: number): TrackingUrls | undefined {
  const { runId, message, connection, store, recipient } = addressed;
  const { connectionId, storeId } = connection;
  const unsubscribe = unsubscribeLink(
    { ...engine, baseUrl: engine.baseUrl() },
    { ...store, storeId },
    'email',
    recipient,
  );
  if (unsubscribe === null) return undefined;
  const marked = { connectionId, runId, message, sentAt: now, trusting: store.countMachines };
  const marks = messageMarks(engine.marksKey, payOrigin(store, engine.baseUrl()), marked);
  return { ...marks, unsubscribe };
}

/**
 * Which of the messages have an open conversation window; undefined for one whose provider does not ask. Read before
 * the commit: a reply that comes meanwhile opens a window for the next.
 */
export async function findWindows<
  T extends Pick<Addressed, 'connection' | 'channel'> & { readonly send: Pick<Addressed, 'recipient'> },
>(engine: Engine, db: Queryable, going: readonly T[], now: number): Promise<(one: T) => boolean | undefined> {
  const requested = new Map<T, { connectionId: string; person: Buffer | null }>();
  for (const one of going) {
    const { connection, channel, send } = one;
    if ((providerOf(engine, connection)?.capabilities.windowHours ?? null) === null) continue;
    const person = personOf(engine, connection.storeId, channel, send.recipient);
    requested.set(one, { connectionId: connection.connectionId, person });
  }
  if (requested.size === 0) return () => undefined;
  const keys = [...requested.values()].flatMap(({ connectionId, person }) =>
    person ? [{ connectionId, person }] : [],
  );
  const nameOf = (connectionId: string, person: Buffer): string => `${connectionId} ${person.toString('hex')}`;
  const lastInbound = new Map(
    (await conversationFindMany(db, keys)).map((row) => [nameOf(row.connectionId, row.person), row.lastInboundAt]),
  );
  return (one) => {
    const key = requested.get(one);
    if (!key) return undefined;
    const lastInboundAt = key.person ? (lastInbound.get(nameOf(key.connectionId, key.person)) ?? null) : null;
    return isWindowOpen(providerOf(engine, one.connection)!.capabilities, lastInboundAt, now);
  };
}
