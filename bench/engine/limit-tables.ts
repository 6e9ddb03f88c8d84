import type { Client } from 'pg';
import { int8Array, textArray } from './binary-array.ts';

/** The tables of `limit`. A run's row is also its timer. Its updates are never HOT, but free space on the page still saves WAL. */
export const limitTables = `
  create table if not exists runs (
    id bigint primary key, step int not null, status text not null, delay int not null, wake_at timestamptz,
    context jsonb not null, created_at timestamptz not null default now()
  ) with (fillfactor = 60);
  create index if not exists runs_due on runs (wake_at) where status = 'waiting';
  create table if not exists messages (
    run_id bigint not null, step int not null, body text not null, created_at timestamptz not null default now(),
    primary key (run_id, step)
  )`;

/** One message to insert: its run, its step and its text. */
export type Message = { runId: number; step: number; body: string };

/** The text that the no-op send stores: about 90 characters rendered from the context. */
export const renderBody = (context: { customer: { name: string }; order: { number: number; url: string } }): string =>
  `Oi, ${context.customer.name}! Seu pedido ${context.order.number} espera: ${context.order.url}`;

/** Inserts messages in one statement. */
export async function insertMessages(client: Client, messages: readonly Message[]): Promise<void> {
  await client.query({
    name: 'insert-messages',
    text: `insert into messages (run_id, step, body) select * from unnest($1::int8[], $2::int8[], $3::text[])`,
    values: [
      int8Array(messages.map(({ runId }) => runId)),
      int8Array(messages.map(({ step }) => step)),
      textArray(messages.map(({ body }) => body)),
    ],
  });
}
