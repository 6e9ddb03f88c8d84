import type { Counter } from 'prom-client';
import { systemClock } from '../platform/clock.ts';
import type { TracingConfig } from '../config/config.ts';
import type { Logger } from '../platform/log.ts';
import type { Tracer } from '../platform/tracer.ts';

/** Called where spans were lost. */
export type TracingParts = { readonly log: Logger; readonly dropped: Counter };

/** Begins the export of traces, where it is set up; else not even its code is loaded. `close` it last. */
export async function openTracing(config: TracingConfig | undefined, parts: TracingParts): Promise<Tracer | undefined> {
  if (!config) return undefined;
  const [{ OtlpExporter }, { Tracer: Made }] = await Promise.all([
    import('./otlp-exporter.ts'),
    import('../platform/tracer.ts'),
  ]);
  const exporter = new OtlpExporter({
    ...config,
    onLost(count, reason) {
      parts.dropped.inc(count);
      parts.log.warn({ count, reason }, 'spans were not taken');
    },
  });
  return new Made(exporter, systemClock, config.ratio);
}
