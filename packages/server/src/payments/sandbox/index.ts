import type { Clock } from '../../platform/clock.ts';
import type { ProviderUpdate, PaymentProvider } from '../provider.ts';
import { sandboxForm } from './account.ts';
import type { SandboxPayments, SandboxPayment } from './payments.ts';
import { startDetails } from './details.ts';
import { asOf } from './actions.ts';

/** Simulated payments, for demos and tests: a page with buttons changes their state (actions.ts). Not for live stores. */
export function sandboxProvider(payments: SandboxPayments, clock: Clock): PaymentProvider {
  const now = async (paymentId: string): Promise<SandboxPayment | undefined> => {
    const payment = await payments.find(paymentId);
    return payment && asOf(payment, clock());
  };
  return {
    methods: sandboxForm.methods,
    needs: {},
    hasWebhooks: true,
    verify: () => Promise.resolve({ outcome: 'ok', account: '' }),
    async create({ storeId }, payment) {
      const { paymentId, method, amount } = payment;
      const started = startDetails(payment);
      if (!started) return { outcome: 'refused', reason: 'unavailable' };
      const stored = await payments.keep({ paymentId, storeId, method, amount, stateAt: payment.now, ...started });
      return { outcome: 'made', providerId: paymentId, update: toPaymentUpdate(stored) };
    },
    async find({ storeId }, { paymentId }) {
      const payment = await now(paymentId);
      if (payment?.storeId !== storeId) return { outcome: 'unknown' };
      return { outcome: 'found', providerId: paymentId, update: toPaymentUpdate(payment) };
    },
    async cancel({ storeId }, { paymentId }) {
      const payment = await now(paymentId);
      if (payment?.storeId !== storeId) return { outcome: 'unknown' };
      const cancelled = { ...payment, state: 'cancelled' as const, stateAt: clock() };
      const isOpen = payment.state === 'pending' || payment.state === 'processing';
      if (!isOpen || (await payments.move(cancelled, payment.state))) {
        return { outcome: 'found', providerId: paymentId, update: toPaymentUpdate(isOpen ? cancelled : payment) };
      }
      return { outcome: 'later', reason: 'MOVED_MEANWHILE' };
    },
    async refund({ storeId }, { paymentId }) {
      const payment = await now(paymentId);
      if (payment?.storeId !== storeId) return { outcome: 'refused', reason: 'PAYMENT_NOT_FOUND' };
      if (payment.state === 'refunded') return { outcome: 'refunded', at: payment.stateAt };
      if (payment.state !== 'paid') return { outcome: 'refused', reason: 'NOT_PAID' };
      const refunded = { ...payment, state: 'refunded' as const, stateAt: clock() };
      return (await payments.move(refunded, 'paid'))
        ? { outcome: 'refunded', at: refunded.stateAt }
        : { outcome: 'later', reason: 'MOVED_MEANWHILE' };
    },
    parseWebhook: () => ({ outcome: 'invalid_signature' }),
  };
}

function toPaymentUpdate({ state, reason, amount, details, stateAt }: SandboxPayment): ProviderUpdate {
  return {
    state,
    at: stateAt,
    details,
    ...(state === 'paid' && { paid: amount }),
    ...(reason !== null && { reason }),
  };
}
