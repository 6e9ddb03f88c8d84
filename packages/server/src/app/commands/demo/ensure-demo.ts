import fs from 'node:fs';
import { walkFlow, type Flow } from '@retoma/flow';
import { flowTemplates, withSender } from '@retoma/flow/templates';
import { auditAs } from '../../../members/audit/audit-log.ts';
import { saveAutomation } from '../../../automations/definitions/save-automation.ts';
import { automationList } from '../../../automations/definitions/queries/automations.ts';
import { connectionListActive } from '../../../providers/queries/connections.ts';
import { paymentAccountStatuses } from '../../../providers/payments/queries/payment-accounts.ts';
import { shippingOptionExists } from '../../../stores/queries/shipping-options.ts';
import type { ApiKeys } from '../../../stores/api-key.ts';
import {
  connectionChannels,
  connectChannel,
  type ConnectionDeps,
} from '../../../providers/connections/channels/connect.ts';
import { ensureDemoStore, type DemoStore } from '../../../stores/manage-stores.ts';
import { connectPaymentAccount, type VerifyingDeps } from '../../../providers/connections/payments/connect.ts';
import { simulatedProviderOf } from '../../../providers/channels/index.ts';
import { simulatedProviderNames } from '../../../providers/payments/index.ts';
import { addShippingOption } from '../../../stores/shipping-options.ts';

/** The demo store's automation, without the content of its e-mail. */
const automation = new URL('recover-pix.json', import.meta.url);

/** The template whose e-mail it sends. */
const emailTemplate = 'pix-two-reminders';

const sender = { name: 'Loja Aurora', address: 'oi@lojaaurora.example' };

/** The definition of the demo store's automation. It has no quiet hours: its messages reach no one, and a first try may be at night. */
export function demoAutomation(): string {
  const flow = JSON.parse(fs.readFileSync(automation, 'utf8')) as Flow;
  const template = flowTemplates.find(({ name }) => name === emailTemplate)!;
  const email = sendEmailsOf(template.flow)[0]!;
  for (const step of sendEmailsOf(flow)) Object.assign(step.data, email.data);
  return JSON.stringify(withSender(flow, sender), null, 2);
}

const sendEmailsOf = (flow: Flow) =>
  [...walkFlow(flow)].flatMap(({ step }) => (step.type === 'action' && step.name === 'send_email' ? step : []));

const shippingOptions = [
  { name: 'PAC', carrier: 'Correios', price: 1990, turnaroundMinDays: 5, turnaroundMaxDays: 8, freeAbove: 20_000 },
  { name: 'Sedex', carrier: 'Correios', price: 3490, turnaroundMinDays: 1, turnaroundMaxDays: 3, freeAbove: null },
];

/** Dependencies of `ensureDemo`. */
export type DemoDeps = ConnectionDeps & VerifyingDeps & { readonly keys: ApiKeys };

/**
 * The demo store, ready to sell and to send. Changes of its owner stay; only what is missing is added: the sandbox for each channel without
 * a connection, the sandbox for all payment methods if the store has no payment account, two shipping options if it never had one, and an
 * automation, published and active, if it has none.
 */
export async function ensureDemo(deps: DemoDeps): Promise<DemoStore> {
  const { db, keys, clock } = deps;
  const audit = auditAs({ userId: null, clock });
  // The sandbox responds at once, so this signal never aborts.
  const { signal } = new AbortController();
  const demo = await ensureDemoStore(db, keys, audit);
  const { storeId } = demo;
  const connected = new Set((await connectionListActive(db, [storeId])).map(({ channel }) => channel));
  for (const channel of connectionChannels) {
    const sandbox = { channel, provider: simulatedProviderOf(channel), perMinute: null };
    if (!connected.has(channel)) await connectChannel(deps, storeId, sandbox, signal, audit);
  }
  if ((await paymentAccountStatuses(db, storeId)).length === 0) {
    // Refused if the demo store is live: then its owner chooses the payment methods.
    const methods = ['pix', 'boleto', 'card'] as const;
    await connectPaymentAccount(deps, storeId, { provider: simulatedProviderNames[0]!, methods }, signal, audit);
  }
  if (!(await shippingOptionExists(db, storeId))) {
    for (const option of shippingOptions) await addShippingOption(db, storeId, option, audit);
  }
  if ((await automationList(db, storeId)).length === 0) {
    const request = { storeId, text: demoAutomation(), publish: true };
    const saved = await saveAutomation({ db, mode: 'block', by: 'demo' }, request, audit);
    if (!saved.ok) throw new Error(`cannot save the automation of the demo store: ${saved.code}`);
  }
  return demo;
}
