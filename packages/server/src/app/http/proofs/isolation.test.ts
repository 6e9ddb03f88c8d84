// A member of one store, a holder of its keys, or an anonymous caller requests data of another store from every route: in paths, queries
// and bodies. No response may reveal it, and no request may change it. `npm run prove -- isolation` sends tens of thousands of requests.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../../../automations/engine/proofs/testing/random.ts';
import { routeTable, type Route } from './testing/route-table.ts';
import { strangeRequests, type StrangeRequest } from './testing/malformed-requests.ts';
import { startTwoStores, tracesOfOtherStore, type TwoStores } from './testing/isolation-fixture.ts';

const wanted = Number(process.env['ISOLATION_REQUESTS'] ?? 700);
const seed = Number(process.env['PROVE_SEED'] ?? 1);

let stores: TwoStores;
beforeAll(async () => {
  stores = await startTwoStores();
});
afterAll(() => stores.service.stop());

/** The first bytes of a response, since a stream has no end. */
async function ask({ route, path, headers, body }: StrangeRequest): Promise<{ status: number; content: string }> {
  const hangUp = new AbortController();
  const answer = await fetch(stores.service.baseUrl + path, {
    method: route.method,
    headers,
    redirect: 'manual',
    signal: hangUp.signal,
    ...(body !== undefined && { body }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const content = isStream ? await firstOf(answer) : await answer.text();
  hangUp.abort();
  return { status: answer.status, content: JSON.stringify([...answer.headers]) + content };
}

async function firstOf(answer: Response): Promise<string> {
  const { value } = await answer.body!.getReader().read();
  return Buffer.from(value ?? []).toString();
}

/** All data of the other store, as one text for each table. */
async function snapshot(): Promise<Record<string, string>> {
  const { db, apiCalls } = stores.service.context;
  // Calls are recorded with a delay.
  await apiCalls.flush();
  const { rows } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'store_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: found } = await db.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
         from "${name}" t where store_id = $1`,
      [stores.other['storeId']],
    );
    digests[name] = found[0]!.digest;
  }
  return digests;
}

const secrets = (): string[] => [...tracesOfOtherStore, ...Object.values(stores.other)];

/** Data of the other store in a response that were not in the request. */
function leaked({ path, headers, body }: StrangeRequest, content: string): string[] {
  const sent = `${path} ${JSON.stringify(headers)} ${body ?? ''} ${decodeURIComponent(body ?? '')}`.toLowerCase();
  const received = content.toLowerCase();
  return secrets().filter((secret) => received.includes(secret) && !sent.includes(secret));
}

const excerpt = (content: string, secret: string): string => {
  const at = content.toLowerCase().indexOf(secret);
  return content.slice(Math.max(0, at - 200), at + 100);
};

test('[AUT5] no route reveals or changes data of another store, for any caller', async () => {
  const routes = await routeTable(stores.service.context);
  const random = randomFrom(seed);
  const make = strangeRequests(stores, random);
  const before = await snapshot();
  const counts = new Map<Route, Record<number, number>>();
  const wrong: string[] = [];
  for (let made = 0; made < wanted; made++) {
    // Each route once, then random ones.
    const route = routes[made] ?? routes[Math.floor(random() * routes.length)]!;
    const request = make(route);
    const { status, content } = await ask(request);
    const count = counts.get(route) ?? {};
    counts.set(route, { ...count, [status]: (count[status] ?? 0) + 1 });
    const label = `${request.caller}: ${route.method} ${request.path} ${request.body ?? ''}`;
    const isOther = request.path.startsWith(`/panel/api/stores/${stores.other['storeId']}`);
    if (isOther && ![401, 403, 404, 413].includes(status)) wrong.push(`${status} at the other store. ${label}`);
    if (status >= 500) wrong.push(`${status}. ${label} -> ${content.slice(0, 200)}`);
    for (const secret of leaked(request, content))
      wrong.push(`tells ${secret}. ${label} -> ${excerpt(content, secret)}`);
  }
  if (process.env['ISOLATION_REQUESTS']) {
    for (const [{ method, url }, count] of counts) console.log(`${method} ${url} ${JSON.stringify(count)}`);
    console.log(`${wanted} requests to ${routes.length} routes, seed ${seed}: ${wrong.length} leaks`);
  }
  expect(wrong).toEqual([]);
  expect(counts.size).toBe(routes.length);
  expect(await snapshot()).toEqual(before);
}, 3_600_000);
