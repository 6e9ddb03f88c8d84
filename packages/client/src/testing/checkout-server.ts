import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkCheckoutRequest, coherenceWarnings, errorCodes, type ErrorCode, type Issue } from '@retoma/commerce';

/** A received request. */
export type Arrival = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** Replaces one response; `honest` sends the regular response. */
export type ScriptedResponse = (response: ServerResponse, honest: () => void) => void;

/** The keys that the server accepts, and the id of their store. */
export const liveKey = 'rtm_live_test';
export const secretKey = 'rtm_secret_test';
export const storeId = '0199b0c2-0000-7000-8000-000000000001';

/** Whether `header` is a signature of this body, made now (CHK11). */
export function isSigned(header: string, body: string): boolean {
  const [, seconds, nonce, hex] = /^t=(\d+),n=([\w-]+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const isNow = Math.abs(Date.now() / 1000 - Number(seconds)) < 300;
  return isNow && createHmac('sha256', secretKey).update(`${seconds}.${nonce}.${body}`).digest('hex') === hex;
}

/** A small server that implements the documented protocol of checkout creation, and fails if a test requests it. */
export async function startCheckoutServer() {
  const arrivals: Arrival[] = [];
  /** Replacements for the next responses, one each. */
  const faults: ScriptedResponse[] = [];
  const created = new Map<string, object>();
  const answered = new Map<string, { body: string; response: object }>();
  let baseUrl = '';

  function create({ headers, body }: Arrival): [number, object] {
    const signature = headers['x-cart-signature'];
    if (signature !== undefined && !isSigned(String(signature), body)) return refusal('INVALID_PAYLOAD');
    const key = String(headers['idempotency-key'] ?? randomUUID());
    const earlier = answered.get(key);
    if (earlier) return earlier.body === body ? [201, earlier.response] : refusal('IDEMPOTENCY_KEY_REUSED');
    const checked = checkCheckoutRequest(JSON.parse(body));
    if (!checked.ok) return refusal('INVALID_PAYLOAD', checked.issues);
    const checkoutId = randomUUID();
    const warnings = coherenceWarnings(checked.request.cart, checked.totals);
    const common = { success: true, checkoutId, checkoutUrl: `${baseUrl}/pay/${checkoutId}`, storeId };
    const cartToken = checked.request.cart.token ?? 'ext_generated';
    const response = { ...common, cartToken, ...(warnings.length > 0 && { warnings }) };
    const { subtotal, discount, total } = checked.totals;
    const money = { currency: 'BRL', subtotal, discount, total };
    const state = { state: 'open', paymentStatus: null, order: null, signed: signature !== undefined };
    const more = { createdAt: new Date().toISOString(), metadata: checked.request.metadata ?? null };
    created.set(checkoutId, { ...common, cartToken, ...state, ...money, ...more });
    answered.set(key, { body, response });
    return [201, response];
  }

  function answer(arrival: Arrival): [number, object] {
    const key = arrival.headers['x-api-key'];
    if (!key) return refusal('MISSING_API_KEY');
    if (key !== liveKey && key !== secretKey) return refusal('INVALID_API_KEY');
    if (key !== (arrival.method === 'GET' ? secretKey : liveKey)) return refusal('WRONG_KEY_KIND');
    if (arrival.method === 'POST' && arrival.path === '/stores/external/checkout') return create(arrival);
    const checkout = created.get(arrival.path.replace('/stores/external/checkout/', ''));
    return checkout ? [200, checkout] : refusal('CHECKOUT_NOT_FOUND');
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const arrival = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      arrivals.push(arrival);
      const honest = (): void => {
        const [status, body] = answer(arrival);
        response.writeHead(status, {
          'content-type': 'application/json',
          'x-request-id': `request-${arrivals.length}`,
        });
        response.end(JSON.stringify(body));
      };
      const scripted = faults.shift();
      if (scripted) scripted(response, honest);
      else honest();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { baseUrl, arrivals, faults, created, close };
}

/** A running server. */
export type CheckoutServer = Awaited<ReturnType<typeof startCheckoutServer>>;

function refusal(code: ErrorCode, issues?: Issue[]): [number, object] {
  const { status, en: message } = errorCodes[code];
  return [status, { success: false, error: { code, message, ...(issues && { details: { issues } }) } }];
}

/** Responds with a status and a body that is not JSON, as a proxy does. */
export const html =
  (status: number, headers: Record<string, string> = {}): ScriptedResponse =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Bad gateway</h1>');

/** Responds with the documented error body of a code. */
export const refuse =
  (code: ErrorCode, headers: Record<string, string> = {}): ScriptedResponse =>
  (response) => {
    const [status, body] = refusal(code);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** Cuts the connection before the request is handled. */
export const cut: ScriptedResponse = (response) => void response.destroy();

/** Never responds. */
export const silence: ScriptedResponse = () => {};
