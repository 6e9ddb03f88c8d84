import type { Delivery } from '../providers/channels/provider.ts';
import { newId } from '../base/ids.ts';
import { ana, type TestEngine } from './test-engine.ts';

// Builders of flows for tests of the engine, and queries for their assertions.

/** A minute in milliseconds. */
export const minute = 60_000;

/** A step that sends a text by WhatsApp. */
export const send = (text: string, more: object = {}) => ({
  type: 'action' as const,
  name: 'send_whatsapp' as const,
  data: { type: 'text', message: text },
  ...more,
});

/** A step that waits. */
export const wait = (minutes: number) => ({ type: 'delay' as const, minutes });

/** Event data of a customer whom every channel reaches. */
export const eventData = { customer: ana };

/** The runs in the order of their start. */
export async function readRuns({ db }: TestEngine) {
  type Run = { status: string; reason: string | null; held: boolean; wake_at: Date | null };
  return (await db.query<Run>('select status, reason, held, wake_at from runs order by started_at, run_id')).rows;
}

/** The ledger in the order of its reservations. */
export async function readMessages({ db }: TestEngine) {
  type Message = { message: string; state: string; reason: string | null; recipient: string | null; attempts: number };
  const { rows } = await db.query<Message>(
    `select message_key as message, state, reason, recipient, attempts from (
       select message_key, state, reason, recipient, attempts, reserved_at, run_id from messages
       union all select message_key, state, reason, recipient, attempts, reserved_at, run_id from leased_messages) m
     order by reserved_at, run_id, message_key`,
  );
  return rows;
}

/** The texts of WhatsApp messages that the provider received. */
export const textsOf = (delivered: readonly Delivery[]): string[] =>
  delivered.map(({ content }) => (content as { message: string }).message);

/** Stores a pending order of Ana. Returns its id. */
export async function addOrder({ db, storeId }: TestEngine): Promise<string> {
  const orderId = newId();
  await db.query(
    `insert into orders (order_id, store_id, status, status_at, customer) values ($1, $2, 'pending', to_timestamp(0), $3)`,
    [orderId, storeId, ana],
  );
  return orderId;
}

/** Marks an order paid. */
export async function pay({ db }: TestEngine, orderId: string): Promise<void> {
  await db.query(`update orders set status = 'paid', paid_at = now() where order_id = $1`, [orderId]);
}
