import { paymentMethods, localized } from '@retoma/commerce';
import type {
  CreateResult,
  PaymentRequest,
  ProviderDefinition,
  PaymentProviderDeps,
  ProviderUpdate,
} from '../provider.ts';
import { asOf } from '../simulated-actions.ts';
import type { SimulatedPayment } from '../simulated-payments.ts';
import { sandboxCardForm, sandboxCardScript, sandboxInstallments } from './card-form.ts';
import { sandboxCardOf, slowMs } from './cards.ts';
import { startCard, startCode, type SandboxStart } from './details.ts';
import { sandboxForm } from './form.ts';

/** Simulated payments, for demos and tests: a page with buttons changes their state. Not for live stores. */
export const sandbox: ProviderDefinition = {
  label: localized('Simulado (caixa de teste)', 'Simulated (test inbox)'),
  isSimulated: true,
  methods: paymentMethods,
  needs: {},
  hasWebhooks: true,
  form: sandboxForm,
  installments: sandboxInstallments,
  cardForm: sandboxCardForm,
  cardScript: sandboxCardScript,
  simulatorPath: (paymentId) => `/pay/sandbox/${paymentId}`,
  open,
};

function open({ simulatedPayments: payments, clock }: PaymentProviderDeps): ReturnType<ProviderDefinition['open']> {
  const now = async (paymentId: string): Promise<SimulatedPayment | undefined> => {
    const payment = await payments.find(paymentId);
    return payment && asOf(payment, clock());
  };
  return {
    verify: () => Promise.resolve({ outcome: 'ok', account: '' }),
    async create({ storeId }, payment, signal) {
      const { paymentId, method, amount } = payment;
      const started = method === 'card' ? await chargeCard(payment, signal) : startCode(payment);
      if (!started) return { outcome: 'refused', reason: 'unavailable' };
      if ('outcome' in started) return started;
      const stored = await payments.keep({
        paymentId,
        storeId,
        method,
        amount,
        refunded: 0,
        stateAt: clock(),
        ...started,
      });
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
      if (!isOpen || (await payments.move(cancelled, payment))) {
        return { outcome: 'found', providerId: paymentId, update: toPaymentUpdate(isOpen ? cancelled : payment) };
      }
      return { outcome: 'later', reason: 'MOVED_MEANWHILE' };
    },
    async refund({ storeId }, { paymentId, amount, before }) {
      const payment = await now(paymentId);
      if (payment?.storeId !== storeId) return { outcome: 'refused', reason: 'PAYMENT_NOT_FOUND' };
      if (payment.state === 'refunded') return { outcome: 'refunded', at: payment.stateAt };
      if (payment.state !== 'paid') return { outcome: 'refused', reason: 'NOT_PAID' };
      const refunded = before + amount;
      if (payment.refunded >= refunded) return { outcome: 'refunded', at: payment.stateAt };
      if (refunded > payment.amount) return { outcome: 'refused', reason: 'NOT_LEFT' };
      const state = refunded === payment.amount ? ('refunded' as const) : ('paid' as const);
      const after = { ...payment, state, refunded, stateAt: clock() };
      return (await payments.move(after, payment))
        ? { outcome: 'refunded', at: after.stateAt }
        : { outcome: 'later', reason: 'MOVED_MEANWHILE' };
    },
    parseWebhook: () => ({ outcome: 'invalid_signature' }),
  };
}

/** COM25: the outcome of a test number; any other number is refused, and nothing of it is stored. */
async function chargeCard({ card }: PaymentRequest, signal: AbortSignal): Promise<SandboxStart | CreateResult> {
  const outcome = sandboxCardOf(card?.token ?? '');
  if (!outcome) return { outcome: 'refused', reason: 'check_card_number' };
  if (outcome === 'slow' && !(await hasPassed(slowMs, signal))) return { outcome: 'uncertain' };
  return startCard(outcome, card?.installments ?? 1);
}

/** Waits; false: the call was aborted before. */
const hasPassed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });

function toPaymentUpdate({ state, reason, amount, refunded, details, stateAt }: SimulatedPayment): ProviderUpdate {
  const isPart = state === 'paid' && refunded > 0;
  return {
    state: isPart ? 'partially_refunded' : state,
    at: stateAt,
    details,
    ...(state === 'paid' && { paid: amount }),
    ...(isPart && { refunded }),
    ...(reason !== null && { reason }),
  };
}
