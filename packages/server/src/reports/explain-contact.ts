import { eventListOf, type ListedEvent } from '../db/queries/events/event-listings.ts';
import { purchaseNamed } from '../db/queries/orders/purchase-contacts.ts';
import type { Queryable } from '../db/pool.ts';
import { runListingOf, type RunListing } from '../db/queries/runs/run-listings.ts';
import { messageListOfRuns, type ListedMessage } from '../db/queries/runs/run-views.ts';

/** The most events of one contact, newest first. */
const maxEvents = 200;

/** The events of a contact, and their runs with messages; newest first. */
export type Explained = {
  readonly runs: readonly (RunListing & { messages: readonly ListedMessage[] })[];
  readonly events: readonly ListedEvent[];
};

/**
 * Explains why a contact got messages, or none: the events of their purchases, the runs that these started, and the outcome of each
 * message. Events are searched by the keys of contact-hash.ts.
 */
export async function explainPerson(
  db: Queryable,
  storeId: string,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
): Promise<Explained> {
  const { events } = await purchaseNamed(db, storeId, { number: null, email, phone }, maxEvents);
  const runs = await runListingOf(db, storeId, { runIds: [], eventIds: events });
  const messages = await messageListOfRuns(
    db,
    runs.map(({ runId }) => runId),
  );
  const byRun = Map.groupBy(messages, ({ runId }) => runId);
  return {
    runs: runs.map((run) => ({ ...run, messages: byRun.get(run.runId) ?? [] })),
    events: await eventListOf(db, storeId, events),
  };
}
