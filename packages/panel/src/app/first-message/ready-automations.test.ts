import { expect, test } from 'vitest';
import { readyAutomations } from './ready-automations.ts';

type Capabilities = Parameters<typeof readyAutomations>[0][number];
const whole: Capabilities = {
  orders: 'push+poll',
  paid: 'push+poll',
  failed: 'push+poll',
  cancelled: 'push+poll',
  tracking: 'push+poll',
  carts: { by: 'poll', delayMinutes: [10, 360], needs: null },
  pixCode: 'always',
  boletoLine: 'by-gateway',
  paymentPage: true,
  consent: true,
  uninstallSignal: true,
  privacyRequests: true,
  ownCheckoutAllowed: true,
};

test('[CON9] the offered automations start with what the platform reports, over the channels of the store', () => {
  const offered = (change: Partial<Capabilities>, ...channels: ('whatsapp' | 'email' | 'sms')[]) =>
    readyAutomations([{ ...whole, ...change }], channels).map((one) => [one.template.name, one.channels.join()]);
  expect(offered({})).toEqual([
    ['pix-two-reminders', 'whatsapp,email'],
    ['cart-three-touches', 'whatsapp,email,sms'],
    ['thank-you', 'whatsapp,email'],
    ['tracking-code', 'whatsapp,email'],
  ]);
  expect(offered({ carts: null, pixCode: 'never', paymentPage: false }, 'email')).toEqual([
    ['thank-you', 'email'],
    ['tracking-code', 'email'],
  ]);
  expect(offered({}, 'whatsapp')[0]).toEqual(['pix-by-whatsapp', 'whatsapp']);
});
