import { Histogram, type Registry } from 'prom-client';

const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

/** The outcomes of sends and of payment calls that alerts count as failures; `failed`: the call threw an error. */
export const failedOutcomes = {
  sends: ['broken', 'later', 'uncertain'],
  paymentCalls: ['broken', 'later', 'uncertain', 'failed'],
} as const;

/** The metrics of calls to providers and to stores' webhook endpoints: count, duration and outcome. */
export function openProviderMetrics(registry: Registry) {
  return {
    sends: new Histogram({
      name: 'retoma_message_send_seconds',
      help: 'Response time of a channel provider, by result',
      labelNames: ['channel', 'provider', 'outcome'],
      buckets,
      registers: [registry],
    }),
    paymentCalls: new Histogram({
      name: 'retoma_payment_call_seconds',
      help: 'Response time of a payment provider, by operation and result',
      labelNames: ['provider', 'call', 'outcome'],
      buckets,
      registers: [registry],
    }),
    webhookDeliveries: new Histogram({
      name: 'retoma_webhook_delivery_seconds',
      help: "Response time of stores' webhook endpoints, by result",
      labelNames: ['outcome'],
      buckets,
      registers: [registry],
    }),
  };
}
