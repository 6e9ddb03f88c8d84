import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { openBackgroundMetrics } from './background-metrics.ts';
import { openClockMetric, openReadyMetric, openShardMetric } from './process-metrics.ts';
import { openPoolMetrics } from './pool-metrics.ts';
import { openProviderMetrics } from './provider-metrics.ts';
import { abuseLimits, openRefusalMetrics } from './refusal-metrics.ts';

/**
 * The sampling interval of the event loop's delay, in milliseconds; prom-client measures the time between two ticks. Its default of 10 cost
 * an idle process more than everything else.
 */
const loopTick = 100;

/**
 * Creates the service's Prometheus metrics. What an alert takes the rate of exists from the start with 0, here or where its labels become
 * known: Prometheus does not count the step from no value to the first one.
 */
export function openMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopTick });
  const metrics = {
    registry,
    requests: new Histogram({
      name: 'retoma_http_request_seconds',
      help: 'Duration of a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    // Without labels: it exists from the start with 0, while a route's series begins with its first failure, which no rate contains.
    requestFailures: new Counter({
      name: 'retoma_http_failures_total',
      help: 'Requests with a status of 500 or above',
      registers: [registry],
    }),
    insertBatch: new Histogram({
      name: 'retoma_checkout_insert_rows',
      help: 'Checkouts inserted by one statement',
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers: [registry],
    }),
    ...openRefusalMetrics(registry),
    webhooks: new Counter({
      name: 'retoma_webhooks_total',
      help: 'Webhooks of payment and channel providers and of platforms, by result',
      labelNames: ['of', 'outcome'],
      registers: [registry],
    }),
    copilotAnswers: new Histogram({
      name: 'retoma_copilot_answer_seconds',
      help: 'Duration of a copilot response, by result',
      labelNames: ['answer'],
      buckets: [0.05, 0.25, 1, 2.5, 5, 10, 20, 40, 80, 120],
      registers: [registry],
    }),
    copilotTokens: new Counter({
      name: 'retoma_copilot_tokens_total',
      help: 'Tokens sent to and received from the copilot model',
      labelNames: ['direction'],
      registers: [registry],
    }),
    ...openProviderMetrics(registry),
    ...openReadyMetric(registry),
    ...openBackgroundMetrics(registry),
    ...openClockMetric(registry),
    ...openPoolMetrics(registry),
    ...openShardMetric(registry),
  };
  for (const source of ['payments', 'channels', 'platforms'])
    metrics.webhooks.inc({ of: source, outcome: 'invalid_signature' }, 0);
  for (const limit of abuseLimits) metrics.abuseLimited.inc({ limit }, 0);
  metrics.copilotAnswers.zero({ answer: 'failed' });
  return metrics;
}

/** The metrics of one process. */
export type Metrics = ReturnType<typeof openMetrics>;
