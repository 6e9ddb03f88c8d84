import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Feed, FeedPage, FeedPosition } from '../connector.ts';
import { textAt } from '../read-json.ts';
import { checkoutFeed, orderFeed } from './feeds.ts';
import { samples } from './testing/fixtures.ts';

const shop = samples.secrets;
const minute = 60_000;
const start = Date.parse('2026-11-29T12:00:00Z');

/** An element of a list; instants in milliseconds. `listedAt`: when the list first has it. */
type Element = { id: number; updatedAt: number; createdAt: number; listedAt?: number };

/** The platform's list as its documents describe it: within bounds, in pages, in an order that they do not state. */
function answer(
  url: string,
  elements: readonly Element[],
  now: number,
  order: (one: Element, other: Element) => number,
) {
  const query = new URL(url).searchParams;
  const bound = (name: string, otherwise: number): number =>
    query.has(name) ? Math.floor(Date.parse(query.get(name)!) / 1_000) : otherwise;
  const within = elements
    .filter(({ listedAt = 0 }) => listedAt <= now)
    .filter(({ id }) => id > Number(query.get('since_id') ?? 0))
    .filter(({ updatedAt }) => {
      const second = Math.floor(updatedAt / 1_000);
      return second >= bound('updated_at_min', 0) && second <= bound('updated_at_max', Infinity);
    })
    .toSorted(order);
  const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
  if (page * size > 10_000) throw new Error('beyond the 10,000th');
  if (page > 1 && (page - 1) * size >= within.length) return { status: 404, headers: {}, body: Buffer.from('{}') };
  const json = within.slice((page - 1) * size, page * size).map(({ id, updatedAt, createdAt }) => ({
    id: String(id),
    updated_at: new Date(updatedAt).toISOString(),
    created_at: new Date(createdAt).toISOString(),
  }));
  return { status: 200, headers: { 'x-total-count': String(within.length) }, body: Buffer.from(JSON.stringify(json)) };
}

const newestFirst = (one: Element, other: Element): number => other.id - one.id;
const oldestFirst = (one: Element, other: Element): number => one.id - other.id;

/** Reads a feed until it has no more; `between` may change the elements after each request. */
function readAll(
  feed: Feed,
  elements: Element[],
  at: Pick<FeedPosition, 'cursor' | 'now'>,
  { order = newestFirst, between = () => {} }: { order?: typeof newestFirst; between?: (request: number) => void } = {},
) {
  const seen: string[] = [];
  let position: FeedPosition = { ...at, since: start - 2_880 * minute, abandonMinutes: 30 };
  for (let requests = 1; ; requests++) {
    const { url } = feed.request(position, shop);
    const page: FeedPage = feed.read(answer(url, elements, position.now, order), position, shop);
    seen.push(...page.resources.map(({ json }) => textAt(json, 'id')!));
    if (!page.more) return { seen, requests, cursor: page.cursor };
    if (requests > 500) throw new Error('endless');
    position = { ...position, cursor: page.cursor };
    between(requests);
  }
}

const orders = (count: number, spread: number): Element[] =>
  Array.from({ length: count }, (_, n) => {
    const at = start - Math.floor((n * spread) / count);
    return { id: n + 1, createdAt: at, updatedAt: at };
  });
const idsOf = (elements: readonly Element[]): Set<string> => new Set(elements.map(({ id }) => String(id)));

describe('orders', () => {
  test.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 3],
    [10_000, 51],
  ])('[CON14] %i orders take %i requests', (count, requests) => {
    const elements = orders(count, 60 * minute);
    const result = readAll(orderFeed, elements, { cursor: null, now: start });
    expect([new Set(result.seen), result.requests]).toEqual([idsOf(elements), requests]);
    expect(result.cursor).toBe(String(start - 5 * minute));
  });

  test('[CON14] a window with more than 10,000 changes is halved', () => {
    const elements = orders(25_000, 40 * 60 * minute);
    expect(new Set(readAll(orderFeed, elements, { cursor: null, now: start }).seen)).toEqual(idsOf(elements));
  });

  test('[CON14] more than 10,000 changes of one second do not stop the reading', () => {
    const elements = orders(10_400, 1);
    const result = readAll(orderFeed, elements, { cursor: null, now: start + minute });
    expect(new Set(result.seen).size).toBe(10_000);
    expect(Number(result.cursor)).toBeGreaterThan(start - 10 * minute);
  });

  test('[CON14] an order that changes while the pages are read is not missed, nor moves another away', () => {
    const pace = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(pace, fc.constantFrom(newestFirst, oldestFirst), (changed, order) => {
        const elements = orders(900, 60 * minute);
        const changes = [...changed];
        const between = (request: number): void => {
          for (const id of changes.splice(0, 3)) elements[id - 1]!.updatedAt = start + request * 1_000;
        };
        const first = readAll(orderFeed, elements, { cursor: null, now: start }, { order, between });
        const second = readAll(orderFeed, elements, { cursor: first.cursor, now: start + 10 * minute }, { order });
        expect(new Set([...first.seen, ...second.seen])).toEqual(idsOf(elements));
        const late = elements.filter(({ updatedAt }) => updatedAt > start).map(({ id }) => String(id));
        expect(second.seen).toEqual(expect.arrayContaining(late));
      }),
      { numRuns: 30 },
    );
  });

  test('[CON14] a reading goes back 5 minutes before the one before', () => {
    const cursor = String(start - 5 * minute);
    const { url } = orderFeed.request({ cursor, since: 0, now: start + 10 * minute, abandonMinutes: 30 }, shop);
    expect(url).toBe(
      'https://api.nuvemshop.com.br/v1/789/orders?updated_at_min=2026-11-29T11%3A55%3A00Z' +
        '&updated_at_max=2026-11-29T12%3A10%3A00Z&page=1&per_page=200',
    );
  });

  test.each(['{}', '"x"', '[', ''])('[CON14] %s is unreadable', (body) =>
    expect(() =>
      orderFeed.read(
        { status: 200, headers: {}, body: Buffer.from(body) },
        { cursor: null, since: 0, now: start, abandonMinutes: 30 },
        shop,
      ),
    ).toThrow('unreadable'),
  );

  test('[CON14] without a count a full page halves the window', () => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id }))));
    const at = { cursor: null, since: start - 1_000 * minute, now: start, abandonMinutes: 30 };
    expect(orderFeed.read({ status: 200, headers: {}, body }, at, shop)).toMatchObject({
      cursor: `${start - 1_000 * minute}-${start - 500 * minute}`,
      more: true,
    });
  });
});

describe('checkouts', () => {
  const checkout = (id: number, minutesAgo: number, used = minutesAgo, listed = minutesAgo): Element => ({
    id,
    createdAt: start - minutesAgo * minute,
    updatedAt: start - used * minute,
    listedAt: start - listed * minute,
  });
  const read = (elements: Element[], cursor: string | null = null, now = start, order = newestFirst) =>
    readAll(checkoutFeed, elements, { cursor, now }, { order });

  test('[CON14] one that is still used waits, and is given later', () => {
    const elements = [checkout(1, 2_000), checkout(2, 1_990, 10), checkout(3, 1_980)];
    const first = read(elements);
    expect([first.seen.toSorted(), first.cursor]).toEqual([['1', '3'], '1']);
    const second = read(elements, first.cursor, start + 30 * minute);
    expect([second.seen.toSorted(), second.cursor]).toEqual([['2', '3'], '3']);
  });

  test('[CON14] one that is listed 6 hours late, behind a newer one, is not missed', () => {
    const elements = [checkout(1, 400, 395, 0), checkout(2, 300, 290, 280)];
    const before = read(elements, '0', start - minute);
    expect(before.seen).toEqual(['2']);
    expect(read(elements, before.cursor).seen).toContain('1');
  });

  test.each([newestFirst, oldestFirst])('[CON14] several pages in either order', (order) => {
    const elements = Array.from({ length: 450 }, (_, n) => checkout(n + 1, 5_000 - n));
    const result = read(elements, null, start, order);
    expect(new Set(result.seen)).toEqual(idsOf(elements));
    expect([result.cursor, result.requests]).toEqual(['450', 4]);
    expect(read(elements, result.cursor).seen).toEqual([]);
  });

  test('[CON14] ids above 2^53 keep their order', () => {
    const body = Buffer.from(
      '[{"id":9007199254740993,"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}]',
    );
    const at = { cursor: '9007199254740992', since: 0, now: start, abandonMinutes: 30 };
    expect(checkoutFeed.read({ status: 200, headers: { 'x-total-count': '1' }, body }, at, shop).cursor).toBe(
      '9007199254740993',
    );
  });

  test('[CON14] 404 is an empty list', () => {
    const at = { cursor: '7', since: 0, now: start, abandonMinutes: 30 };
    expect(checkoutFeed.read({ status: 404, headers: {}, body: Buffer.from('') }, at, shop)).toEqual({
      resources: [],
      cursor: '7',
      more: false,
      total: 0,
    });
  });
});
