// Orders as the local server makes them.
import { buildBoleto, buildBrCode } from '@retoma/commerce';

/** The result of a card by its token: the names of Mercado Pago's test cards, and `CHAL`, whose bank asks for a confirmation. */
const cardOutcomes: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  APRO: ['processed', 'accredited'],
  CONT: ['processing', 'in_process'],
  CHAL: ['action_required', 'pending_challenge'],
  OTHE: ['failed', 'rejected_by_issuer'],
  CALL: ['failed', 'required_call_for_authorize'],
  FUND: ['failed', 'insufficient_amount'],
  SECU: ['failed', 'bad_filled_card_data'],
  INST: ['failed', 'invalid_installments'],
  LOCK: ['failed', 'card_disabled'],
  ATTE: ['failed', 'max_attempts_exceeded'],
  RISK: ['failed', 'high_risk'],
};

/** A payment of an order in the API's format. */
type OrderPayment = Record<string, unknown> & { id: string; status: string; status_detail: string; amount: string };

/** An order in the API's format. */
export type ApiOrder = Record<string, unknown> & {
  id: string;
  status: string;
  status_detail: string;
  created_date: string;
  last_updated_date: string;
  transactions: {
    payments: [OrderPayment];
    refunds?: { amount: string; status: string; [member: string]: unknown }[];
    chargebacks?: object[];
  };
};

/** The body of a request to create an order. */
export type OrderBody = Record<string, unknown> & {
  total_amount?: unknown;
  external_reference?: string;
  payer?: { email?: string; identification?: { type: string; number: string }; address?: object };
  transactions?: {
    payments?: [
      {
        amount?: unknown;
        date_of_expiration?: string;
        payment_method: { id?: string; type?: string; token?: string; installments?: number };
      },
    ];
  };
};

/** Why a body is refused, as documented; undefined: it is accepted. */
export function refusalOf(body: OrderBody, now: number): { code: string; details: string[] } | undefined {
  const payment = body.transactions?.payments?.[0];
  const value = (...details: string[]) => ({ code: 'property_value', details });
  const amount = body.total_amount;
  if (typeof amount !== 'string' || !/^\d+(\.\d\d)?$/.test(amount) || Number(amount) <= 0) return value('total_amount');
  if (payment?.amount !== amount) return { code: 'invalid_total_amount', details: ['total_amount'] };
  if (!/^[\w-]{1,64}$/.test(body.external_reference ?? '')) return value('external_reference');
  if (!/^[^@\s]+@[^@\s]+$/.test(body.payer?.email ?? '')) return value('payer.email is invalid');
  const number = body.payer?.identification?.number;
  if (number !== undefined && !/^(\d{11}|[0-9A-Z]{14})$/.test(number)) return value('payer.identification.number');
  const { id, token } = payment.payment_method;
  if (id === 'boleto' && !body.payer?.address) return { code: 'required_properties', details: ['payer.address'] };
  if (token !== undefined && !Object.hasOwn(cardOutcomes, token)) {
    return { code: 'invalid_card_token', details: ['payment_method.token'] };
  }
  const until = payment.date_of_expiration;
  if (until === undefined) return undefined;
  const minutes = (Date.parse(until) - now) / 60_000;
  const isWithin = minutes >= (id === 'pix' ? 30 : 24 * 60) && minutes <= 30 * 24 * 60;
  return isWithin ? undefined : value('date_of_expiration');
}

/** A new order. `at`: its instant; `url`: the server's. */
export function newOrder(id: string, body: OrderBody, { at, url }: { at: string; url: string }): ApiOrder {
  const { amount, date_of_expiration, payment_method } = body.transactions!.payments![0];
  const cents = Math.round(Number(amount) * 100);
  const [status, status_detail] =
    payment_method.token !== undefined
      ? cardOutcomes[payment_method.token]!
      : (['action_required', payment_method.id === 'pix' ? 'waiting_transfer' : 'waiting_payment'] as const);
  const more =
    payment_method.id === 'pix'
      ? pixMembers(id, cents)
      : payment_method.id === 'boleto'
        ? boletoMembers(id, cents, date_of_expiration ?? '')
        : cardMembers(id, status_detail, url);
  return {
    id,
    type: 'online',
    processing_mode: 'automatic',
    external_reference: body.external_reference ?? null,
    total_amount: body.total_amount,
    created_date: at,
    last_updated_date: at,
    country_code: 'BR',
    status,
    status_detail,
    transactions: {
      payments: [
        {
          id: id.replace('ORD', 'PAY'),
          amount: String(amount),
          reference_id: '00076jffff',
          status,
          status_detail,
          ...(date_of_expiration && { date_of_expiration }),
          payment_method: { ...payment_method, ...more },
        },
      ],
    },
  };
}

function pixMembers(id: string, amount: number): object {
  const receiver = { key: '123e4567-e89b-12d3-a456-426614174000', name: 'Loja Aurora', city: 'Osasco' };
  const code = buildBrCode({ kind: 'static', ...receiver, amount, txid: `mp${id.slice(-20)}`, once: false });
  return { qr_code: code.ok ? code.text : '', qr_code_base64: 'iVBORw0KGgo='.repeat(600), ticket_url: ticket(id) };
}

function boletoMembers(id: string, amount: number, until: string): object {
  const boleto = buildBoleto({
    bank: '237',
    amount,
    dueDate: until.slice(0, 10),
    free: id.slice(-22).padStart(25, '0'),
  });
  return { digitable_line: boleto?.line, barcode_content: boleto?.barcode, ticket_url: ticket(id) };
}

const cardMembers = (id: string, detail: string, url: string): object => ({
  transaction_security:
    detail === 'pending_challenge'
      ? { url: `${url}/challenge/${id}`, type: 'three_ds', status: 'CHALLENGE', validation: 'on_fraud_risk' }
      : null,
});

const ticket = (id: string): string => `https://www.mercadopago.com.br/orders/${id}/ticket`;

/** The bank's page of a challenge; `isDone`: after the confirmation, which it reports to the page around it. */
export const challengePage = (id: string, isDone = false): string => `<!doctype html><title>Banco</title>
<body style="font:16px sans-serif;padding:16px">${
  isDone
    ? '<p>Confirmado.</p><script>parent.postMessage({ status: "COMPLETE" }, "*")</script>'
    : `<h1>Banco Exemplo</h1><p>Confirma a compra?</p><form method="post" action="/challenge/${id}"><button>Confirmar</button></form>`
}</body>`;
