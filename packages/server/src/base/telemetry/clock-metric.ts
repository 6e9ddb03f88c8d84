import { Gauge, type Registry } from 'prom-client';

/** The metric of the clock of the machine. `watchClock` sets where to read it, in milliseconds. */
export function openClockMetric(registry: Registry) {
  let read = (): number => 0;
  new Gauge({
    name: 'retoma_clock_skew_seconds',
    help: 'Clock of the machine minus clock of the database',
    registers: [registry],
    collect() {
      this.set(read() / 1000);
    },
  });
  return { watchClock: (skewMs: () => number): void => void (read = skewMs) };
}
