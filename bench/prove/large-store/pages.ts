// The lists, searches and timelines of the panel, and the response time of each.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LargeStoreProduct } from './product.ts';
import type { Template } from './fill.ts';

/** The times of one page: milliseconds, sorted; infinity for a refused request. */
export type Timed = { page: string; times: number[] };

const digitsOf = (number: number): string => `119${String(80_000_000 + number).padStart(8, '0')}`;

/** Pages that aggregate many runs while the request waits. They are no lists; other sums are shown once they are counted. */
export const sums = new Set(['steps of an automation']);

/** Requests every page `times` times, one after the other, aggregating pages a twentieth of that; `runs`: the number of runs. */
export async function timePages(
  product: LargeStoreProduct,
  template: Template,
  runs: number,
  times: number,
): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const [page, where, body] of await pagesOf(product, template, runs)) {
    const took: number[] = [];
    for (let time = 0; time < (sums.has(page) ? Math.ceil(times / 20) : times); time++) {
      const startedAt = performance.now();
      const isAnswered = await product.ask(where, body).then(
        () => true,
        () => false,
      );
      took.push(isAnswered ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
    }
    timed.push({ page, times: took.toSorted((one, other) => one - other) });
  }
  return timed;
}

/** Waits until the background counts of pages are complete, so that they do not disturb the next measurement. */
export async function untilCounted({ ask }: LargeStoreProduct, { automationId }: Template): Promise<void> {
  const isCounted = async (): Promise<boolean> => {
    const { attention } = (await ask('/home')) as { attention: { decisions: unknown } };
    const { figures } = (await ask('/home/figures')) as { figures: unknown };
    const { automations } = (await ask('/automations')) as { automations: { results: unknown }[] };
    const { results } = (await ask(`/automations/${automationId}/results?days=30`)) as { results: unknown };
    return [attention.decisions, figures, results, ...automations.map(({ results }) => results)].every(Boolean);
  };
  while (!(await isCounted())) await sleep(1_000);
}

type Page = readonly [page: string, where: string, body?: object];

async function pagesOf({ ask, db }: LargeStoreProduct, { automationId }: Template, runs: number): Promise<Page[]> {
  const at = Math.floor(runs / 2);
  const { rows } = await db.query<{ runId: string; orderId: string; checkoutId: string }>(
    `select r.run_id as "runId", e.order_id as "orderId", (select checkout_id from checkouts where cart_token like 'copy%' limit 1) as "checkoutId"
     from events e join runs r on r.event_id = e.event_id where e.external_id = $1`,
    [`L${at}`],
  );
  const { runId, orderId, checkoutId } = rows[0]!;
  const { next } = (await ask('/messages')) as { next: string };
  return [
    ['runs', '/runs'],
    ['runs, older', `/runs?before=${runId}`],
    ['runs of an automation', `/runs?automationId=${automationId}`],
    ['runs that wait', '/runs?state=waiting'],
    ['runs that failed', '/runs?state=failed'],
    ['runs in the queue', '/runs?state=queued'],
    ['runs by channel', '/runs?channel=sms'],
    ['runs by amount', '/runs?least=44900&days=7'],
    ['runs by e-mail', `/runs?search=cliente${at}@exemplo.com.br`],
    ['runs by phone', `/runs?search=${digitsOf(at)}`],
    ['runs by order', `/runs?search=${1_000_000 + at}`],
    ['runs by part of a name', '/runs?search=gabriela'],
    ['runs by nobody', '/runs?search=ninguém'],
    ['count of runs', '/runs/count'],
    ['count of failed runs', '/runs/count?state=failed'],
    ['count by nobody', '/runs/count?search=ninguém'],
    ['one run', `/runs/${runId}`],
    ['messages', '/messages'],
    ['messages, older', `/messages?before=${next}`],
    ['messages that failed', '/messages?state=failed'],
    ['messages by channel', '/messages?channel=sms'],
    ['messages of an automation', `/messages?automationId=${automationId}`],
    ['a customer, by e-mail', `/customer?search=cliente${at}@exemplo.com.br`],
    ['a customer, by phone', `/customer?search=${digitsOf(at)}`],
    ['timeline of a customer', `/customer/timeline?orderId=${orderId}`],
    ['orders', '/orders'],
    ['orders that failed', '/orders?status=failed'],
    ['orders by e-mail', `/orders?search=cliente${at}@exemplo.com.br`],
    ['orders by number', `/orders?search=${1_000_000 + at}`],
    ['orders by nobody', '/orders?search=ninguém'],
    ['one order', `/orders/${orderId}`],
    ['checkouts', '/checkouts'],
    ['checkouts that were paid', '/checkouts?state=paid'],
    ['checkouts by e-mail', `/checkouts?search=cliente${at - (at % 8)}@exemplo.com.br`],
    ['checkouts by nobody', '/checkouts?search=ninguém'],
    ['one checkout', `/checkouts/${checkoutId}`],
    ['contacts', '/contacts'],
    ['contacts by nobody', '/contacts?search=ninguém'],
    ['events of a kind', '/events?type=pix.generated'],
    ['automations', '/automations'],
    ['results of an automation', `/automations/${automationId}/results?days=30`],
    ['steps of an automation', `/automations/${automationId}/results/steps?days=30`],
    ['home', '/home'],
    ['figures of the home page', '/home/figures'],
    ['health', '/health'],
  ];
}
