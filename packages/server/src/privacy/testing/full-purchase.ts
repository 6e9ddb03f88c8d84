import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { sandboxNumberOf } from '../../providers/payments/sandbox/cards.ts';
import { Registry } from 'prom-client';
import { saveAutomation } from '../../automations/definitions/save-automation.ts';
import { openProvider } from '../../providers/channels/provider.ts';
import { inboxProvider, type StoredMessage } from '../../providers/channels/sandbox-inbox.ts';
import { connectionActivate } from '../../testing/connections.ts';
import { sandboxMessageInsertMany } from '../../automations/delivery/queries/sandbox-messages.ts';
import { storeFind } from '../../stores/queries/stores.ts';
import { newId } from '../../base/ids.ts';
import { openLog, unfiltered } from '../../base/log/log.ts';
import { observeChannels } from '../../providers/observe-providers.ts';
import { traceRuns } from '../../base/telemetry/trace-runs.ts';
import type { Engine } from '../../automations/engine/engine.ts';
import { openEngineMetrics } from '../../automations/engine/engine-metrics.ts';
import { receiveInbound } from '../../automations/delivery/inbound/receive-inbound.ts';
import { openEngine } from '../../automations/engine/open-engine.ts';
import { setPaymentAccount } from '../../providers/connections/testing/set-unverified.ts';
import { pollOnce } from '../../testing/test-engine.ts';
import { smallCart, type TestService } from '../../testing/test-service.ts';

/** A shopper whose data occurs in no other test data. */
export const zelia = {
  name: 'Zelia Quaresma',
  email: 'zelia@cliente.example',
  phone: '+5511987654321',
  document: '529.982.247-25',
  street: 'Rua dos Ipês',
  ip: '203.0.113.77',
};

/** The same person in another spelling. */
export const zeliaAgain = { email: ' ZELIA@Cliente.example', phone: '(11) 8765-4321', document: '52998224725' };

/** The values that identify this person, in lower case. */
export const tracesOfZelia = [
  'zelia',
  'quaresma',
  '87654321',
  '8765-4321',
  '52998224725',
  '529.982',
  'rua dos ipês',
  '203.0.113.77',
];

/** Another person, with data in the same store and in another one, which must not change. */
export const otto = {
  name: 'Otto Reis',
  email: 'otto@cliente.example',
  phone: '+5521912345678',
  document: '11144477735',
  street: 'Rua da Praia',
  ip: '198.51.100.1',
};

/** Opens an engine on a service's database that sends to the sandbox's inbox, or calls `gate` instead if given. */
export function engineOf({ context, logged }: TestService, gate?: () => Promise<void>): Engine {
  const inbox = async ({ storeId, key, channel, to, content }: StoredMessage): Promise<void> => {
    if (gate) return gate();
    const message = { storeId, idempotencyKey: key, channel, recipient: to, content: JSON.stringify(content) };
    await sandboxMessageInsertMany(context.db, [message]);
  };
  const sandbox = openProvider(
    inboxProvider((delivery) => delivery),
    { inbox },
  );
  return openEngine({
    db: context.db,
    clock: context.clock,
    log: openLog('debug', { write: (line: string) => void logged.push(line) }, unfiltered),
    metrics: openEngineMetrics(new Registry()),
    findStore: (storeId) => storeFind(context.db, storeId),
    onCommitted: (tasks, since) => context.tracer && traceRuns(context.tracer, tasks, since),
    providers: observeChannels({ whatsapp: { sandbox }, email: { sandbox }, sms: { sandbox } }, context),
    baseUrl: () => context.baseUrl,
    secret: 'a secret for tests of thirty-two characters',
    leaseMs: 60_000,
    timeoutMs: 30_000,
  });
}

/** Polls an engine until there is no work left. */
export async function settle(engine: Engine): Promise<void> {
  while ((await pollOnce(engine)) > 0);
}

const steps = [
  {
    type: 'action',
    name: 'send_whatsapp',
    data: { type: 'text', message: 'Oi {{customer.name}}, seu e-mail é {{customer.email}}' },
    onResponse: [{ type: 'action', name: 'send_sms', data: { type: 'text', message: 'Oi {{customer.name}}' } }],
  },
  {
    type: 'action',
    name: 'send_email',
    data: {
      remetente_nome: 'Loja',
      remetente_email: 'oi@loja.example',
      subject: '{{customer.name}}',
      html: '<p>{{customer.phone}}</p>',
    },
  },
  { type: 'delay', minutes: 600 },
  { type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Ainda aí, {{customer.name}}?' } },
];

/** Connects a store's channels to the sandbox, and publishes automations that send messages for each PIX and lead. */
export async function automate({ context }: TestService, storeId: string): Promise<void> {
  for (const channel of ['whatsapp', 'email', 'sms'] as const) {
    const connection = { connectionId: newId(), storeId, channel, provider: 'sandbox', name: 'Teste' };
    await connectionActivate(context.db, connection);
  }
  for (const trigger_event of ['pix.generated', 'lead.created']) {
    const text = JSON.stringify({ name: 'Recuperação', trigger_event, steps });
    const saved = await saveAutomation({ db: context.db, mode: 'off' }, { storeId, text, publish: true }, unaudited);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
  }
}

type TestPerson = typeof zelia;

const contactOf = ({ name, email, phone, document }: TestPerson) => ({ name, email, phone, document });

/** A checkout request with all members of a person. */
export const purchaseCart = (customer: TestPerson) => ({
  cart: {
    ...smallCart.cart,
    items: [{ ...smallCart.cart.items[0]!, metadata: { engraving: customer.name } }],
    discounts: [{ title: `Para ${customer.name}`, type: 'fixed', value: 500 }],
    metadata: { gift: `presente da tia ${customer.name}` },
  },
  customer: contactOf(customer),
  redirect: { cancelUrl: `https://loja.example/?email=${encodeURIComponent(customer.email)}` },
  metadata: { seller: customer.name },
});

/** Makes a full purchase on the payment page, with a paid PIX, an unpaid PIX or a card; returns the checkout's id. */
export async function buyOnPage(
  service: TestService,
  customer: TestPerson,
  way: 'pix' | 'pix-unpaid' | 'card' = 'pix',
): Promise<string> {
  const { baseUrl, context, storeId } = service;
  const methods = ['pix', 'boleto', 'card'] as const;
  const method = way === 'card' ? 'card' : 'pix';
  await setPaymentAccount(context, storeId, { provider: 'sandbox', methods }, unaudited);
  const made = (await (await service.post(purchaseCart(customer))).json()) as { checkoutId: string };
  const page = `${baseUrl}/pay/${made.checkoutId}`;
  const headers = { referer: `https://busca.example/?q=${customer.email}`, 'user-agent': customer.name };
  const send = async (address: string, form: Record<string, string>): Promise<void> => {
    const body = new URLSearchParams(form);
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' });
    if (answer.status !== 303) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  };
  await fetch(`${page}?utm_content=${customer.name}`, { headers });
  const address = { zipcode: '01001-000', street: customer.street, number: '7', neighborhood: 'Sé', city: 'São Paulo' };
  await send(`${page}/data`, {
    ...contactOf(customer),
    ...address,
    state: 'SP',
    consents: 'marketing',
    marketing: 'on',
  });
  await send(`${page}/pay`, {
    method,
    ...(method === 'card' && { token: sandboxNumberOf('accepted'), installments: '1' }),
  });
  if (way !== 'pix') return made.checkoutId;
  const { rows } = await context.db.query<{ paymentId: string }>(
    `select payment_id as "paymentId" from payments join orders using (order_id) where checkout_id = $1`,
    [made.checkoutId],
  );
  await send(`${baseUrl}/pay/sandbox/${rows[0]!.paymentId}`, { act: 'pay' });
  return made.checkoutId;
}

/** Sends an event as a store's own system does. */
export async function sendEvent(
  { baseUrl, context }: TestService,
  key: string,
  type: string,
  data: object,
): Promise<void> {
  const occurred_at = new Date(context.clock()).toISOString();
  const answer = await fetch(`${baseUrl}/stores/external/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ id: newId(), type, occurred_at, data }),
  });
  if (answer.status !== 202) throw new Error(await answer.text());
}

/** The data of an order of a store's own system, with the person's data. */
export const orderOf = (customer: TestPerson, id: string) => ({
  order: {
    id,
    number: id,
    total: 9480,
    items: [{ title: 'Camiseta', quantity: 2, unit_price: 4990, note: customer.name }],
  },
  customer: contactOf(customer),
  payment: { id: `pay-${id}`, provider: 'psp', pix: { payload: `000201${id}` }, card: { last_digits: '9911' } },
  shipping: { name: 'PAC', price: 1990, address: { street: customer.street, number: '7', receiver: customer.name } },
  browser: { ip: customer.ip },
});

/** Receives a WhatsApp reply from a person; returns its result. */
export async function reply(engine: Engine, storeId: string, from: string, text: string): Promise<string> {
  const { rows } = await engine.db.query<{ connection_id: string }>(
    `select connection_id from connections where store_id = $1 and channel = 'whatsapp'`,
    [storeId],
  );
  const inboundId = `wamid.${from}.${newId()}`;
  const connectionId = rows[0]!.connection_id;
  const inbound = { connectionId, inboundId, kind: 'reply', at: engine.clock(), text, from } as const;
  return (await receiveInbound(engine, inbound)).result;
}
