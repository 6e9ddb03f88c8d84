import type { IncomingMessage, ServerResponse } from 'node:http';

type Order = Record<string, unknown> & { id: string; status: string; transactions: { payments: [object] } };

const orders = new Map<string, Order>();

/**
 * Mercado Pago's Orders API: every card is approved, except with the security code 999, which is refused, and 333, whose bank asks for a
 * confirmation on the page `/challenge/<order>`. False: the request is another one.
 */
export function answerOrders(
  { method, url = '', headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
): boolean {
  const [, root, second, id = ''] = url.split('/');
  if (root === 'challenge') {
    if (method === 'POST') setStatus(orders.get(second!)!, 'processed', 'accredited');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(method === 'POST' ? confirmed : asks);
    return true;
  }
  if (root !== 'v1' || second !== 'orders') return false;
  const order = method === 'POST' ? ordered(body, `http://${headers.host}`) : orders.get(id);
  const isFailed = order?.status === 'failed' && method === 'POST';
  response.statusCode = isFailed ? 402 : order ? 200 : 404;
  response.end(JSON.stringify(isFailed ? { errors: [{ code: 'failed' }], data: order } : order));
  return true;
}

const asks = `<!doctype html><meta name="viewport" content="width=device-width"><body style="font:16px sans-serif;padding:16px">
  <h1 style="font-size:20px">Banco Exemplo</h1><p>Confirma a compra de R$ 78,00?</p>
  <form method="post"><button style="font:inherit;padding:10px 16px">Confirmar compra</button></form>`;
const confirmed = `<!doctype html><body><p>Confirmado.</p><script>parent.postMessage({ status: 'COMPLETE' }, '*')</script>`;

function setStatus(order: Order, status: string, status_detail: string): void {
  Object.assign(order, { status, status_detail, last_updated_date: new Date().toISOString() });
  Object.assign(order.transactions.payments[0], { status, status_detail });
}

function ordered(body: string, baseUrl: string): Order {
  const { transactions, ...request } = JSON.parse(body) as {
    transactions: { payments: [{ amount: string; payment_method: { token: string } }] };
  };
  const [{ amount, payment_method }] = transactions.payments;
  const { token, ...visible } = payment_method;
  const id = `ORD01K${String(orders.size + 1).padStart(20, '0')}`;
  const url = `${baseUrl}/challenge/${id}`;
  const method = { ...visible, transaction_security: { url } };
  const order: Order = {
    ...request,
    id,
    status: '',
    created_date: new Date().toISOString(),
    transactions: { payments: [{ amount, payment_method: method }] },
  };
  if (token.startsWith('token-999-')) setStatus(order, 'failed', 'cc_rejected_bad_filled_security_code');
  else if (token.startsWith('token-333-')) setStatus(order, 'action_required', 'pending_challenge');
  else setStatus(order, 'processed', 'accredited');
  orders.set(id, order);
  return order;
}
