import { constants, gzipSync } from 'node:zlib';
import {
  renderBoletoSlip,
  renderCheckout,
  renderNotice,
  renderSimulator,
  renderUnsubscribe,
  scripts,
} from '../packages/pay/src/index.ts';
import * as sample from '../packages/pay/src/testing/views.ts';
import type { StateView } from '../packages/pay/src/view.ts';

/** Size with gzip level 9, which is the same on every machine. */
export const gzipped = (body: string | Buffer): number =>
  gzipSync(body, { level: constants.Z_BEST_COMPRESSION }).length;

const { now, store } = sample;
const locale = 'pt-BR';

/** The payment page in each of its states. */
const states: Record<StateView['kind'], StateView> = {
  details: sample.details(),
  returning: sample.returning(),
  method: sample.method(),
  pix: sample.pix(),
  'pix-expired': { kind: 'pix-expired', amount: 18_980, expiredAt: now, otherMethods: true },
  boleto: sample.boleto(),
  processing: { kind: 'processing', making: false },
  paid: sample.paid(),
  cancelled: { kind: 'cancelled', orderNumber: '1042', refunded: 0 },
  'no-method': { kind: 'no-method' },
  'below-minimum': { kind: 'below-minimum', minimum: 10_000, missing: 5010 },
};

const page = (state: StateView): string => renderCheckout(sample.checkout([sample.item()], { state }), locale).html;
const simulated = { method: 'pix', amount: 18_980, state: 'pending', unchanged: false } as const;

/** Gzipped bytes of every page that a shopper sees, all with the same cart, and of the payment page's scripts. */
export const publicPages = (): Record<string, number> => ({
  ...Object.fromEntries(Object.entries(states).map(([kind, state]) => [`payment page, ${kind}`, gzipped(page(state))])),
  'payment page, scripts': [...scripts().files.values()].reduce((total, body) => total + gzipped(body), 0),
  'payment page, pay.js': gzipped(scripts().files.get('pay.js')!),
  'boleto to print': gzipped(renderBoletoSlip(sample.checkout(), sample.boleto(), 'Marina Souza', locale).html),
  'notice, unknown link': gzipped(renderNotice({ kind: 'unknown-link' }, locale).html),
  'bank of the sandbox': gzipped(
    renderSimulator({ ...simulated, path: `/pay/sandbox/${sample.checkout().checkoutId}`, payPage: '/pay/x' }, locale)
      .html,
  ),
  unsubscribe: gzipped(renderUnsubscribe({ store, channel: 'email', state: 'confirm' }, locale).html),
});
