// Prepares WhatsApp messages for sending: from a step and an order's data to the bytes of the provider's JSON. The baseline writes the same
// message by hand: `replaceAll` of three metatags in the template, then JSON.stringify of the request, without checks, escaping, or the
// seven kinds of message. Not measured: the call to the provider.
import { composeMessage, readWhatsapp, type SendStep } from '../../packages/flow/src/index.ts';
import { compose as cloudApi } from '../../packages/server/src/providers/channels/whatsapp/cloud-api/payload.ts';
import { compose as evolution } from '../../packages/server/src/providers/channels/whatsapp/evolution/payload.ts';
import { phoneNumber } from '../../packages/server/src/providers/channels/phone-number.ts';
import { compose as uazapi } from '../../packages/server/src/providers/channels/whatsapp/uazapi/payload.ts';
import type { Composed } from '../../packages/server/src/providers/channels/gateway-format.ts';
import { compose as zApi } from '../../packages/server/src/providers/channels/whatsapp/z-api/payload.ts';
import { median } from '../harness/processes.ts';

const rounds = 101;
const perRound = 500;
const key = '0197a3c2-6f1e-7c11-8d2b-1f2e3d4c5b6a:steps[0]#1';

const message = 'Oi, {{customer.first_name}}! O PIX do seu pedido {{order.number}} vale até amanhã.';
const url = '{{order.url_pix_gerado}}';
const data = {
  customer: { first_name: 'Maria', phone: '+55 (31) 8765-4321' },
  order: { number: '1042', url_pix_gerado: 'https://pay.loja.example/pay/3f0c9a52?view=pix' },
};
const options = { baseUrl: 'https://app.example' };
const step = {
  type: 'action',
  name: 'send_whatsapp',
  data: { type: 'button-actions', message, buttonActions: [{ id: '1', type: 'URL', label: 'Pagar agora', url }] },
} as unknown as SendStep;

type Read = Extract<ReturnType<typeof readWhatsapp>, { ok: true }>;
const compositions: Record<string, (read: Read, number: string) => Composed> = {
  'Z-API': ({ message }, number) => zApi(message, number, true),
  uazapi: ({ message }, number) => uazapi(message, { number, key, showsButtons: true }),
  'Evolution API': ({ message }, number) => evolution(message, number, true),
  'Cloud API': (read, number) => cloudApi(read, { number, key, pix: null }, true),
};

/** From the step to the number of bytes, as a worker does it. */
function render(compose: (typeof compositions)[string]): number {
  const composed = composeMessage(step, data, options);
  if (!composed.ok) throw new Error(composed.reason);
  const read = readWhatsapp(composed.content);
  const number = phoneNumber(composed.to);
  if (!read.ok || number === null) throw new Error('not a message');
  const wire = compose(read, number);
  if (!wire.ok) throw new Error(wire.reason);
  return JSON.stringify(wire.calls[0].body).length;
}

function renderByHand(): number {
  const fill = (text: string): string =>
    text
      .replaceAll('{{customer.first_name}}', data.customer.first_name)
      .replaceAll('{{order.number}}', data.order.number)
      .replaceAll('{{order.url_pix_gerado}}', data.order.url_pix_gerado);
  const phone = data.customer.phone.replace(/\D/g, '');
  const buttonActions = [{ id: '1', type: 'URL', url: fill(url), label: fill('Pagar agora') }];
  return JSON.stringify({ phone, message: fill(message), buttonActions }).length;
}

/** Prints bodies per second for each provider, and their ratio to the baseline. */
export function run(): Promise<void> {
  const candidates: Record<string, () => number> = { 'by hand': renderByHand };
  for (const [name, compose] of Object.entries(compositions)) candidates[name] = () => render(compose);
  const times = new Map(Object.keys(candidates).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds + 10; round++) {
    for (const [name, candidate] of Object.entries(candidates)) {
      const elapsed = time(candidate);
      if (round >= 10) times.get(name)!.push(elapsed);
    }
  }
  const hand = median(times.get('by hand')!);
  console.log(`WhatsApp: bodies a second on one core; medians of ${rounds} alternating rounds of ${perRound}`);
  for (const [name, elapsed] of times) {
    const one = median(elapsed);
    const ratio = name === 'by hand' ? 'the baseline' : `${(one / hand).toFixed(1)}x the time of the one by hand`;
    console.log(
      `  ${name.padEnd(14)}${Math.round(1e9 / one)
        .toLocaleString('en-US')
        .padStart(10)}/s  ${ratio}`,
    );
  }
  return Promise.resolve();
}

/** Nanoseconds for one call. Summing the lengths keeps the compiler from removing the work. */
function time(candidate: () => number): number {
  let length = 0;
  const start = process.hrtime.bigint();
  for (let call = 0; call < perRound; call++) length += candidate();
  const elapsed = Number(process.hrtime.bigint() - start);
  if (length === 0) throw new Error('nothing was rendered');
  return elapsed / perRound;
}
