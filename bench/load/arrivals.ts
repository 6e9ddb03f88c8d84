import { kinds, type Kind, type Mix } from './settings.ts';

/** A planned request, `at` milliseconds after the start. */
export type Arrival = { readonly at: number; readonly kind: Kind };

/**
 * The arrivals of independent shoppers: a Poisson process that does not wait for earlier responses. A stalled service gets as many requests
 * as any other, and the latency of each request counts from the instant at which it was due.
 */
export function* arrivals(
  { rate, mix, seconds }: { readonly rate: number; readonly mix: Mix; readonly seconds: number },
  random: () => number,
): Generator<Arrival> {
  const total = kinds.reduce((sum, kind) => sum + mix[kind], 0);
  for (let at = 0; ;) {
    at += (-Math.log(1 - random()) / rate) * 1000;
    if (at >= seconds * 1000) return;
    yield { at, kind: chosen(mix, random() * total) };
  }
}

function chosen(mix: Mix, point: number): Kind {
  let passed = 0;
  for (const kind of kinds) {
    passed += mix[kind];
    if (point < passed) return kind;
  }
  return kinds[0];
}
