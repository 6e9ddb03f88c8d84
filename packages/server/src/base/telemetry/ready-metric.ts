import { Gauge, type Registry } from 'prom-client';

/** The metric of what /health/ready answers. `watchReady` sets how to find out; every scrape checks again, so it needs no request. */
export function openReadyMetric(registry: Registry) {
  let isReady = (): Promise<boolean> => Promise.resolve(false);
  new Gauge({
    name: 'retoma_ready',
    help: 'Whether the process is ready, as reported by /health/ready: 1 or 0',
    registers: [registry],
    async collect() {
      this.set((await isReady()) ? 1 : 0);
    },
  });
  return { watchReady: (ask: () => Promise<boolean>): void => void (isReady = ask) };
}
