import type { Bucket } from '../home-data.ts';

/** What a card sums up and the chart shows. */
export const metrics = ['paid', 'recovered', 'sent', 'entered'] as const;

/** One of these. */
export type Metric = (typeof metrics)[number];

/** Whether a metric is money, in cents; the others are counts. */
export const isMoney = (metric: Metric): metric is 'paid' | 'recovered' => metric === 'paid' || metric === 'recovered';

/** The value of a bucket. */
export const valueOf = (bucket: Bucket, metric: Metric): number =>
  isMoney(metric) ? bucket[metric].cents : bucket[metric];

/** The sum of buckets, with the start of the first one. */
export function sumOf(buckets: readonly Bucket[]): Bucket {
  const sum = (read: (bucket: Bucket) => number): number => buckets.reduce((sum, one) => sum + read(one), 0);
  const sales = (name: 'paid' | 'recovered'): Bucket['paid'] => ({
    cents: sum((one) => one[name].cents),
    orders: sum((one) => one[name].orders),
  });
  return {
    at: buckets[0]?.at ?? '',
    paid: sales('paid'),
    recovered: sales('recovered'),
    sent: sum(({ sent }) => sent),
    failed: sum(({ failed }) => failed),
    entered: sum(({ entered }) => entered),
  };
}

/** Buckets in groups of `size`, each summed up; the last group may be smaller. */
export const grouped = (buckets: readonly Bucket[], size: number): Bucket[] =>
  size === 1
    ? [...buckets]
    : Array.from({ length: Math.ceil(buckets.length / size) }, (_, at) =>
        sumOf(buckets.slice(at * size, (at + 1) * size)),
      );

/** The distance of the lines of a scale from 0, and its end: at most five lines, at 1, 2, 2.5 or 5 times a power of ten. */
export function scaleOf(max: number): { step: number; top: number } {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max)));
  const step = [0.25, 0.5, 1, 2, 2.5, 5, 10].map((times) => times * power).find((step) => max / step <= 4)!;
  // A count has no halves.
  const whole = Math.max(1, step);
  return { step: whole, top: Math.max(1, Math.ceil(max / whole)) * whole };
}
