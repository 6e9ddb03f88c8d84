// The confirmation of an opt-out by reply (COM8). Without it a contact writes SAIR again, or reports spam.
//
// INV1. It is queued in the transaction that records the opt-out, so a crash loses none.
// INV2. As with every message, a confirmation whose worker died is sent again only if the provider deduplicates (RUN13).
import { withoutAccents, type Channel } from '@retoma/flow';
import type { Delivered } from '../../providers/channels/provider.ts';
import { connectionListActive, type ConnectionRow } from '../../providers/queries/connections.ts';
import {
  optOutConfirmationSettle,
  optOutConfirmationTake,
  type OptOutConfirmation,
} from './queries/opt-out-confirmations.ts';
import { providerOf } from '../../providers/channels/provider-of.ts';
import type { DeliveryDeps, MessageStore } from './delivery-deps.ts';
import { nextTry } from './retry-policy.ts';

/** `findStore`: a store, from a cache if possible; undefined if it was deleted. */
type OptOutDeps = DeliveryDeps & {
  readonly findStore: (storeId: string) => MessageStore | undefined | Promise<MessageStore | undefined>;
};

/** The most attempts to send a confirmation. */
const maxAttempts = 5;
/** The longest store name in a confirmation, so that it fits into one SMS. */
const nameLength = 50;

/** Sends due confirmations, at most `limit`. Returns how many it tried. */
export async function confirmOptOuts(deps: OptOutDeps, limit: number): Promise<number> {
  const now = deps.clock();
  const due = await optOutConfirmationTake(deps.db, now, now + deps.leaseMs, limit);
  if (due.length === 0) return 0;
  const connections = await connectionListActive(deps.db, [...new Set(due.map(({ storeId }) => storeId))]);
  const byId = new Map(connections.map((connection) => [connection.connectionId, connection]));
  await Promise.all(due.map((one) => confirm(deps, one, byId.get(one.connectionId))));
  return due.length;
}

async function confirm(
  deps: OptOutDeps,
  one: OptOutConfirmation,
  connection: ConnectionRow | undefined,
): Promise<void> {
  const settle = (outcome: Parameters<typeof optOutConfirmationSettle>[2]): Promise<void> =>
    optOutConfirmationSettle(deps.db, one.confirmationId, outcome);
  const provider = connection && providerOf(deps, connection);
  const store = await deps.findStore(one.storeId);
  if (!connection || !provider || !store) return settle({ state: 'failed' });
  if (one.lost && !provider.deduplicates) return settle({ state: 'unknown' });
  const credentials = deps.credentials.of(connection);
  const delivered = await provider
    .send(
      {
        key: `opt-out:${one.confirmationId}`,
        storeId: one.storeId,
        channel: one.channel,
        to: one.recipient,
        content: contentOf(one.channel, store.name),
        settings: connection.settings,
        ...(credentials && { credentials }),
        // The contact has just written.
        windowOpen: true,
      },
      AbortSignal.timeout(deps.leaseMs / 2),
    )
    .catch((): Delivered => ({ outcome: 'uncertain' }));
  return settle(confirmationOutcome(delivered, one, deps.clock(), provider.deduplicates));
}

function confirmationOutcome(
  delivered: Delivered,
  { attempts, confirmationId }: OptOutConfirmation,
  now: number,
  deduplicates: boolean,
): Parameters<typeof optOutConfirmationSettle>[2] {
  if (delivered.outcome === 'sent') return { state: 'sent' };
  const mayRepeat = delivered.outcome === 'later' || (delivered.outcome === 'uncertain' && deduplicates);
  if (mayRepeat && attempts < maxAttempts) {
    const wait = delivered.outcome === 'later' ? delivered.retryAfterMs : undefined;
    return { retryAt: nextTry(now, attempts, confirmationId, wait) };
  }
  return { state: delivered.outcome === 'uncertain' ? 'unknown' : 'failed' };
}

/** The text of a confirmation; an SMS has no accents, so that it is a single part. */
function contentOf(channel: Channel, storeName: string): object {
  const name = storeName.slice(0, nameLength).trim();
  const text = `${name}: você não vai receber mais mensagens por aqui. Se mudar de ideia, responda VOLTAR.`;
  return channel === 'sms' ? { message: withoutAccents(text) } : { type: 'text', message: text };
}
