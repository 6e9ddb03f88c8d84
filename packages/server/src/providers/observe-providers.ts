import type { ChannelProvider, Delivered, Delivery, Providers } from './channels/provider.ts';
import type { Metrics } from '../base/telemetry/metrics.ts';
import { failedOutcomes } from '../base/telemetry/provider-metrics.ts';
import type { PaymentProviders } from './payments/index.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { traced } from '../base/telemetry/trace-context.ts';
import { runContext, type Attributes } from '../base/telemetry/span.ts';
import type { Tracer } from '../base/telemetry/tracer.ts';

/** The targets of observations: metrics, and traces if they are exported. */
export type Observers = { readonly metrics: Metrics; readonly tracer: Tracer | undefined };

/** Wraps message providers: counts and times every send, and adds a span to the run's trace for a run's message. */
export function observeChannels(providers: Providers, observers: Observers): Providers {
  const observed = Object.entries(providers).map(([channel, ofChannel]) => [
    channel,
    Object.fromEntries(
      Object.entries(ofChannel).map(([name, provider]) => {
        for (const outcome of failedOutcomes.sends) observers.metrics.sends.zero({ channel, provider: name, outcome });
        return [name, observeChannel(name, provider, observers)];
      }),
    ),
  ]);
  return Object.fromEntries(observed) as Providers;
}

function observeChannel(name: string, provider: ChannelProvider, { metrics, tracer }: Observers): ChannelProvider {
  return {
    ...provider,
    async send(delivery, signal) {
      const { channel } = delivery;
      const began = performance.now();
      const count = (outcome: Delivered['outcome']): void =>
        metrics.sends.observe({ channel, provider: name, outcome }, (performance.now() - began) / 1000);
      const end = tracer && traceSend(tracer, name, delivery);
      try {
        const delivered = await provider.send(delivery, signal);
        count(delivered.outcome);
        end?.(delivered);
        return delivered;
      } catch (error) {
        // The dispatcher treats a throw as uncertain too.
        count('uncertain');
        end?.({ outcome: 'uncertain' });
        throw error;
      }
    },
  };
}

/** Starts the span of a run's message; undefined for a message without a run, such as a test. */
function traceSend(tracer: Tracer, provider: string, delivery: Delivery): ((delivered: Delivered) => void) | undefined {
  const { eventId, key, channel, storeId } = delivery;
  const [runId, message] = [key.slice(0, 36), key.slice(37)];
  if (eventId === undefined) return undefined;
  const span = tracer.start({
    name: `send ${channel}`,
    kind: 'client',
    parent: runContext(eventId, runId),
    attributes: {
      'retoma.run_id': runId,
      'retoma.message': message,
      'retoma.store_id': storeId,
      'retoma.provider': provider,
    },
  });
  return (delivered) =>
    span.end({
      attributes: outcomeAttributes(delivered),
      failed: delivered.outcome === 'broken' || delivered.outcome === 'uncertain',
    });
}

/** Wraps payment providers: counts and times every call, and adds a child span if there is a current span. */
export function observePayments(providers: PaymentProviders, { metrics }: Observers): PaymentProviders {
  const observed = Object.entries(providers).map(([name, provider]) => [name, observePayment(name, provider, metrics)]);
  return Object.fromEntries(observed) as PaymentProviders;
}

function observePayment(name: string, provider: PaymentProvider, metrics: Metrics): PaymentProvider {
  for (const call of ['create', 'find', 'refund']) {
    for (const outcome of failedOutcomes.paymentCalls) metrics.paymentCalls.zero({ provider: name, call, outcome });
  }
  async function observe<Answer extends { outcome: string }>(
    call: string,
    paymentId: string,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const stop = metrics.paymentCalls.startTimer({ provider: name, call });
    const attributes = { 'retoma.payment_id': paymentId, 'retoma.provider': name };
    try {
      const answer = await traced(`payment ${call}`, attributes, ask, outcomeAttributes);
      stop({ outcome: answer.outcome });
      return answer;
    } catch (error) {
      stop({ outcome: 'failed' });
      throw error;
    }
  }
  return {
    ...provider,
    create: (account, request, signal) =>
      observe('create', request.paymentId, () => provider.create(account, request, signal)),
    find: (account, payment, signal) =>
      observe('find', payment.paymentId, () => provider.find(account, payment, signal)),
    refund: (account, payment, signal) =>
      observe('refund', payment.paymentId, () => provider.refund(account, payment, signal)),
  };
}

/** The outcome of a call. The reason is included only if it is one of Retoma's codes: a provider's text may contain personal data. */
function outcomeAttributes(answer: { readonly outcome: string; readonly reason?: string }): Attributes {
  const { outcome, reason } = answer;
  return { 'retoma.outcome': outcome, 'retoma.reason': reason && /^[A-Z_]{2,60}$/.test(reason) ? reason : undefined };
}
