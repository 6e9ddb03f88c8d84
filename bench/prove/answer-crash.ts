// What a 201 guarantees if a process is killed around the response: the checkout and each derived row are stored exactly once.
import { unaudited } from '../../packages/server/src/members/audit/testing/unaudited.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { saveAutomation } from '../../packages/server/src/automations/definitions/save-automation.ts';
import { randomFrom } from '../../packages/server/src/automations/engine/proofs/testing/random.ts';
import { ApiKeys } from '../../packages/server/src/stores/api-key.ts';
import { createKey, createStore } from '../../packages/server/src/stores/manage-stores.ts';
import { tenItems } from '../checkout/cart.ts';
import { freePort } from '../../packages/server/src/base/net/free-port.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { withTestTimeout } from '../../packages/server/src/testing/with-test-timeout.ts';
import { BenchPostgres, migrateForService } from '../harness/postgres.ts';
import { startServer, type Server } from '../harness/processes.ts';

/** The number of kills, alternately of the service and PostgreSQL, at moments drawn from `seed`. */
type CrashTrial = { kills: number; seed: number };

/** The result. `lost`: got a 201 but is missing or lacks derived rows. `duplicated`: stored more than once. */
export type AnswerCrash = { kills: number; sent: number; answered: number; lost: string[]; duplicated: string[] };

/** One request; its cart has a unique token. `id`: the checkout of its 201. */
type Sent = { token: string; isRepeatable: boolean; id: string | null };

const secret = 'a secret for proofs of thirty-two characters';
const burst = 6;

/** Each lead starts a waiting run, so that the engine's rows are counted too. */
const onLead = {
  name: 'Prova',
  trigger_event: 'lead.created',
  active: true,
  steps: [{ type: 'delay', minutes: 1_440 }, { type: 'end' }],
};

/** Sends bursts of requests and kills the service or PostgreSQL around their responses, then counts the stored rows. */
export async function crashAnswers({ kills, seed }: CrashTrial): Promise<AnswerCrash> {
  const postgres = await new BenchPostgres().start();
  const database = await migrateForService(withTestTimeout(await postgres.createDatabase('retoma')));
  const key = await openStore(database);
  const port = await freePort();
  const random = randomFrom(seed);
  let service = await serve(database, port);
  const sent: Sent[] = [];
  try {
    for (let kill = 0; kill < kills; kill++) {
      const requests = Array.from({ length: burst }, (_, index): Sent => {
        return { token: `prova-${seed}-${kill}-${index}`, isRepeatable: index % 2 === 0, id: null };
      });
      sent.push(...requests);
      const answers = requests.map((request) => postRequest(port, key, request));
      // The kill happens either while requests are in progress, or right after the first response.
      await (random() < 0.5 ? sleep(random() * 15) : Promise.race(answers).then(() => sleep(random() * 4)));
      if (kill % 2 === 0) {
        service.child.removeAllListeners('exit');
        service.child.kill('SIGKILL');
        await Promise.all(answers);
        service = await serve(database, port);
      } else {
        postgres.kill();
        await Promise.all(answers);
        await postgres.start();
      }
      for (const request of requests) if (request.isRepeatable && request.id === null) await repeat(port, key, request);
    }
    return {
      kills,
      sent: sent.length,
      answered: sent.filter(({ id }) => id).length,
      ...(await compareRows(database, sent)),
    };
  } finally {
    await service.stop();
    await postgres.stop();
  }
}

const serve = (database: string, port: number): Promise<Server> =>
  startServer('packages/cli/src/main.ts', ['serve', '--json', '--port', String(port)], {
    DATABASE_URL: database,
    RETOMA_SECRET: secret,
    RATE_LIMIT_PER_SECOND: '0',
    NEW_CONTACTS_PER_HOUR: '0',
    NEW_CONTACTS_PER_DAY: '0',
    STORE_NEW_CONTACTS_PER_HOUR: '0',
    STORE_NEW_CONTACTS_PER_DAY: '0',
    LOG_LEVEL: 'silent',
  });

async function openStore(database: string): Promise<string> {
  const db = openOwnPool(database, 2);
  const { storeId } = await createStore(db, 'Loja');
  const saved = await saveAutomation(
    { db, mode: 'block' },
    { storeId, text: JSON.stringify(onLead), publish: true },
    unaudited,
  );
  if (!saved.ok) throw new Error(saved.code);
  const { key } = (await createKey(db, new ApiKeys(secret), storeId, 'checkout', unaudited))!;
  await db.end();
  return key;
}

/** Resolves with the response or without one; stores the checkout's id of a 201. */
async function postRequest(port: number, key: string, request: Sent): Promise<void> {
  const { token, isRepeatable } = request;
  const body = {
    ...tenItems,
    cart: { ...tenItems.cart, token },
    customer: { ...tenItems.customer, email: `${token}@example.com` },
  };
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/stores/external/checkout`, {
      method: 'POST',
      headers: isRepeatable ? { ...headers, 'idempotency-key': token } : headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.status === 201) request.id = ((await answer.json()) as { checkoutId: string }).checkoutId;
  } catch {
    // A killed process sends no response.
  }
}

/** Repeats a request with its idempotency key until it gets a response, as a shop does. */
async function repeat(port: number, key: string, request: Sent): Promise<void> {
  for (let attempt = 0; attempt < 100 && request.id === null; attempt++) {
    await postRequest(port, key, request);
    if (request.id === null) await sleep(100);
  }
}

type Found = { checkoutId: string; token: string; events: number; runs: number };

/** Counts the rows of each request, once all derived rows are written. */
async function compareRows(database: string, sent: readonly Sent[]): Promise<Pick<AnswerCrash, 'lost' | 'duplicated'>> {
  const db = openOwnPool(database);
  const found = await settled(db);
  await db.end();
  const byToken = Map.groupBy(found, ({ token }) => token);
  const lost = sent.flatMap(({ token, id, isRepeatable }) => {
    const rows = byToken.get(token) ?? [];
    if (id !== null && !rows.some(({ checkoutId }) => checkoutId === id)) return [`${token}: answered, not stored`];
    return isRepeatable && id === null ? [`${token}: repeated, never answered`] : [];
  });
  const duplicated = [...byToken].flatMap(([token, rows]) =>
    rows.length > 1 ? [`${token}: ${rows.length} times`] : [],
  );
  for (const { token, events, runs } of found) {
    for (const [name, count] of Object.entries({ events, runs })) {
      if (count === 0) lost.push(`${token}: no ${name}`);
      if (count > 1) duplicated.push(`${token}: ${count} ${name}`);
    }
  }
  return { lost, duplicated };
}

/** Every checkout with its leads' events and runs; waits up to a minute until none is missing. */
async function settled(db: Database): Promise<Found[]> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await db.query<Found>(
      `select c.checkout_id as "checkoutId", c.cart_token as token, count(distinct e.event_id)::int as events,
         count(distinct r.run_id)::int as runs
       from checkouts c
       left join events e on e.checkout_id = c.checkout_id and e.type = 'lead.created'
       left join runs r on r.event_id = e.event_id
       group by c.checkout_id, c.cart_token`,
    );
    if (attempt === 240 || rows.every(({ events, runs }) => events > 0 && runs > 0)) return rows;
    await sleep(250);
  }
}
