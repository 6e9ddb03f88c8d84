import type { Counter } from 'prom-client';
import { systemClock } from '../clock.ts';
import type { TracingConfig } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import type { Tracer } from './tracer.ts';

/** The log and the counter of lost spans. */
export type TracingDeps = { readonly log: Logger; readonly dropped: Counter };

/** Starts the export of traces if it is configured; else its code is not even loaded. `close` the tracer last. */
export async function openTracing(config: TracingConfig | undefined, deps: TracingDeps): Promise<Tracer | undefined> {
  if (!config) return undefined;
  const [{ OtlpExporter }, { Tracer: Made }] = await Promise.all([import('./otlp-exporter.ts'), import('./tracer.ts')]);
  const exporter = new OtlpExporter({
    ...config,
    onLost(count, reason) {
      deps.dropped.inc(count);
      deps.log.warn({ count, reason }, 'spans not exported');
    },
  });
  return new Made(exporter, systemClock, config.ratio);
}
