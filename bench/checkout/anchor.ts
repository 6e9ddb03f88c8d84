// The named baseline: a checkout service in its usual form. Fastify with a JSON Schema, a pool of 10, one INSERT into a jsonb column for
// each request. No key, totals, rate limit or metrics.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { Pool } from 'pg';
import { schema } from './cart-schema.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query(`create table if not exists checkout (
  id uuid primary key, store_id uuid not null, cart_token text not null, total bigint not null,
  cart jsonb not null, created_at timestamptz not null default now())`);

type Body = { cart: { token?: string; items: { quantity: number; unitPrice: number }[] } };

const storeId = randomUUID();
const app = fastify();
app.post<{ Body: Body }>('/stores/external/checkout', { schema }, async (request, reply) => {
  const { cart } = request.body;
  const checkoutId = randomUUID();
  const cartToken = cart.token ?? `ext_${randomUUID()}`;
  const total = cart.items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  await pool.query('insert into checkout (id, store_id, cart_token, total, cart) values ($1, $2, $3, $4, $5)', [
    checkoutId,
    storeId,
    cartToken,
    total,
    JSON.stringify(request.body),
  ]);
  return reply
    .code(201)
    .send({ success: true, checkoutId, checkoutUrl: `http://localhost/pay/${checkoutId}`, storeId, cartToken });
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${JSON.stringify({ port: (app.server.address() as AddressInfo).port })}\n`);
process.once('SIGTERM', () => process.exit(0));
