// A store with a million waiting runs and ten million messages: how long each panel page takes, and whether due runs are still claimed at
// once. RUNS: the number of waiting runs; LARGE_PAGES: part of the names of the pages that are measured.
import { setTimeout as sleep } from 'node:timers/promises';
import { beginTemplate, fillStore, measureLateness } from './large-store/fill.ts';
import { sums, timePages, untilCounted, type Timed } from './large-store/pages.ts';
import { startProduct, type LargeStoreProduct } from './large-store/product.ts';

/** The result. Lateness in milliseconds, sorted. */
export type LargeStore = {
  runs: number;
  messages: number;
  pages: readonly Timed[];
  late: { before: readonly number[]; after: readonly number[] };
  vacuum: readonly { table: string; live: number; dead: number; vacuums: number; analyzes: number }[];
};

/** The percentile of a sorted list. */
export const shareOf = (times: readonly number[], share: number): number =>
  times[Math.max(0, Math.ceil(share * times.length) - 1)]!;

/** Fills a store until `parked` runs wait, requests each page `times` times, and measures `due` due runs before and after. */
export async function measureLargeStore(parked: number, times: number, due: number): Promise<LargeStore> {
  const product = await startProduct();
  try {
    const template = await beginTemplate(product);
    const before = await measureLateness(product, template, due, 'before');
    const filled = await fillStore(product, template, parked);
    const pages = await timePages(product, template, filled.runs, times);
    await untilCounted(product, template);
    const after = await measureLateness(product, template, due, 'after');
    return { ...filled, pages, late: { before, after }, vacuum: await readVacuum(product) };
  } finally {
    await product.stop();
  }
}

/** Counts of live and dead rows and of vacuums, read after PostgreSQL has reported its statistics. */
async function readVacuum({ db }: LargeStoreProduct): Promise<LargeStore['vacuum']> {
  await sleep(1_000);
  const { rows } = await db.query<LargeStore['vacuum'][number]>(
    `select relname as table, n_live_tup::float8 as live, n_dead_tup::float8 as dead, autovacuum_count::int as vacuums,
       autoanalyze_count::int as analyzes
     from pg_stat_user_tables where relname in ('runs', 'messages', 'run_timers', 'events', 'orders') order by 1`,
  );
  return rows;
}

/** The limit for the p99 of lists, searches and timelines, in milliseconds. */
const maxMs = 200;

/** The pages above the limit. */
export const slowPages = ({ pages }: LargeStore): string[] =>
  pages.filter(({ page, times }) => !sums.has(page) && shareOf(times, 0.99) > maxMs).map(({ page }) => page);

/** The results as text. */
export function describeLargeStore({ runs, messages, pages, late, vacuum }: LargeStore): string {
  const ms = (time: number): string => (Number.isFinite(time) ? `${time.toFixed(0)} ms` : 'refused');
  const both = (times: readonly number[]): string => `p50 ${ms(shareOf(times, 0.5))}, p99 ${ms(shareOf(times, 0.99))}`;
  return [
    `${runs} runs, ${messages} messages`,
    ...pages.map(({ page, times }) => `${page}: ${both(times)}`),
    `due runs before: late by ${both(late.before)}; beside all of these: ${both(late.after)}`,
    ...vacuum.map(
      ({ table, live, dead, vacuums, analyzes }) =>
        `${table}: ${live} rows, ${dead} dead, vacuumed ${vacuums} and analysed ${analyzes} times by itself`,
    ),
  ].join('\n');
}
