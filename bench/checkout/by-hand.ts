// The second baseline: our rows, written by hand. Fastify with the JSON Schema of the first baseline, a pool of 10, and for each request
// one transaction with one statement for each row. No key, rate limit or metrics; totals of the items only.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { Pool } from 'pg';
import { schema } from './cart-schema.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

type Customer = { name: string; email: string; phone: string };
type Body = { cart: { token?: string; items: { quantity: number; unitPrice: number }[] }; customer: Customer };

const storeId = randomUUID();
const app = fastify();
app.post<{ Body: Body }>('/stores/external/checkout', { schema }, async (request, reply) => {
  const { cart, customer } = request.body;
  const [checkoutId, eventId] = [randomUUID(), randomUUID()];
  const cartToken = cart.token ?? `ext_${randomUUID()}`;
  const total = cart.items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into checkouts (checkout_id, store_id, cart_token, has_request_token, subtotal_cents, discount_cents, total_cents, signed,
         request, captured_at, abandon_at, email_key, phone_key)
       values ($1, $2, $3, $4, $5, 0, $5, false, $6, now(), now() + interval '30 minutes', $7, $8)`,
      [
        checkoutId,
        storeId,
        cartToken,
        cart.token !== undefined,
        total,
        JSON.stringify(request.body),
        customer.email.toLowerCase(),
        customer.phone.slice(-11),
      ],
    );
    await client.query(
      `insert into events (event_id, store_id, type, subject, checkout_id, occurred_at, data)
       values ($1, $2, 'lead.created', $3, $4, now(), $5)`,
      [
        eventId,
        storeId,
        `checkout ${checkoutId}`,
        checkoutId,
        JSON.stringify({ checkout_id: checkoutId, lead: customer, cart: { token: cartToken, total } }),
      ],
    );
    await client.query(
      `insert into event_queue (store_id, event_id) select $1, $2 where exists (
         select from automations where store_id = $1 and trigger_event = 'lead.created' and active)`,
      [storeId, eventId],
    );
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  return reply
    .code(201)
    .send({ success: true, checkoutId, checkoutUrl: `http://localhost/pay/${checkoutId}`, storeId, cartToken });
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${JSON.stringify({ port: (app.server.address() as AddressInfo).port })}\n`);
process.once('SIGTERM', () => process.exit(0));
