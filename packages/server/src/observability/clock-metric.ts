import { Gauge, type Registry } from 'prom-client';

/** The metric of the clock of the machine. `watchClock` sets where to read it, in milliseconds. */
export function openClockMetric(registry: Registry) {
  let read = (): number => 0;
  new Gauge({
    name: 'retoma_clock_skew_seconds',
    help: 'By how much the clock of the machine is ahead of the database (below 0: behind)',
    registers: [registry],
    collect() {
      this.set(read() / 1000);
    },
  });
  return { watchClock: (skewMs: () => number): void => void (read = skewMs) };
}
