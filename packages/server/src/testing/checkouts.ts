import type { ShopperForm } from '../shop/checkouts/save-shopper.ts';
import { shopperFind, type ShopperRow } from '../shop/checkouts/queries/shoppers.ts';
import { storeFind, type StoreRow } from '../stores/queries/stores.ts';
import { smallCart, type TestService } from './test-service.ts';

/** A shopper with all details and an address. */
export const maria = {
  customer: {
    name: 'Maria Souza Lima',
    email: 'maria@cliente.example',
    phone: '(11) 98765-4321',
    document: '123.456.789-09',
  },
  address: {
    zipcode: '01001-000',
    street: 'Praça da Sé',
    number: '100',
    complement: 'Apto 12',
    neighborhood: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  },
} satisfies ShopperForm;

/** Creates a checkout over HTTP and returns its id. `parts`: members of the body besides, or instead of, the small cart. */
export async function makeCheckout(service: TestService, parts: object = {}): Promise<string> {
  const answer = await service.post({ ...smallCart, ...parts });
  return ((await answer.json()) as { checkoutId: string }).checkoutId;
}

/** The current row of the service's store. */
export const storeOfTest = async (service: TestService): Promise<StoreRow> =>
  (await storeFind(service.context.db, service.storeId))!;

/** The current shopper of a checkout. */
export const shopperAt = (service: TestService, checkoutId: string): Promise<ShopperRow | undefined> =>
  shopperFind(service.context.db, checkoutId);

/** The current state of a checkout. */
export async function checkoutState(service: TestService, checkoutId: string): Promise<string> {
  const text = 'select state from checkouts where checkout_id = $1';
  const { rows } = await service.context.db.query<{ state: string }>(text, [checkoutId]);
  return rows[0]!.state;
}

/** The events of a checkout, the oldest first, with their data and whether they are queued. */
export async function eventsOf(
  service: TestService,
  checkoutId: string,
): Promise<{ type: string; data: Record<string, unknown>; occurredAt: Date; queued: boolean }[]> {
  const { rows } = await service.context.db.query<Awaited<ReturnType<typeof eventsOf>>[number]>(
    `select type, data, occurred_at as "occurredAt",
       exists (select from event_queue q where q.event_id = e.event_id and q.store_id = e.store_id) as queued
     from store_events e where checkout_id = $1 order by (select recorded_at from events where event_id = e.event_id) nulls first`,
    [checkoutId],
  );
  return rows;
}
