// The product with its demo store, on its own PostgreSQL, and the panel requests of that store's owner.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '../../../packages/server/src/base/postgres/pool.ts';
import { withTestTimeout } from '../../../packages/server/src/testing/with-test-timeout.ts';
import { openOwnPool } from '../../harness/own-pool.ts';
import { BenchPostgres, migrateForService } from '../../harness/postgres.ts';
import { startServer } from '../../harness/processes.ts';
import { unlimited } from '../../harness/unlimited.ts';

/** A running product. */
export type LargeStoreProduct = {
  storeId: string;
  /** A pool whose statements may take half an hour. */
  db: Database;
  /** Requests an endpoint of the panel, below `/panel/api/stores/<the store>`; a POST if it has a body. Throws if refused. */
  ask: (where: string, body?: object) => Promise<Record<string, unknown>>;
  /** Reports an order's generated PIX. */
  happen: (order: string) => Promise<void>;
  stop: () => Promise<void>;
};

type Demo = { storeId: string; secretKey: string; user: { email: string; password: string } };
const halfAnHour = 30 * 60_000;

/** Starts the product with its workers. */
export async function startProduct(): Promise<LargeStoreProduct> {
  const postgres = await new BenchPostgres().start();
  try {
    return await startOn(postgres);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function startOn(postgres: BenchPostgres): Promise<LargeStoreProduct> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-large-'));
  const database = withTestTimeout(await postgres.createDatabase('retoma'));
  const service = await startServer('packages/cli/src/main.ts', ['serve', '--demo', '--json', '--port', '0'], {
    DATABASE_URL: await migrateForService(database),
    RETOMA_HOME: home,
    ...unlimited,
  });
  const baseUrl = `http://127.0.0.1:${service.port}`;
  const { storeId, secretKey, user } = service.printed['demo'] as Demo;
  const cookie = await signIn(baseUrl, user);
  const db = openOwnPool(database, 4, halfAnHour);
  return {
    storeId,
    db,
    ask: (where, body) =>
      ask(`${baseUrl}/panel/api/stores/${storeId}${where}`, { cookie, ...fromPanel(baseUrl) }, body),
    happen: async (order) => {
      const phone = `+55119${order.padStart(8, '8')}`;
      const customer = { name: 'Marina Souza', email: `pessoa${order}@exemplo.com.br`, phone };
      const bought = { id: order, number: order, status: 'waiting', payment_method: 'pix', total: 18990 };
      const data = { payment: { pix: { payload: '00020126580014br.gov.bcb.pix0136' } }, order: bought, customer };
      const event = { id: `pix-${order}`, type: 'pix.generated', occurred_at: new Date().toISOString(), data };
      await ask(`${baseUrl}/stores/external/events`, { 'x-api-key': secretKey }, event);
    },
    stop: async () => {
      await db.end();
      await service.stop();
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const fromPanel = (baseUrl: string): Record<string, string> => ({ 'x-retoma-panel': '1', origin: baseUrl });

async function signIn(baseUrl: string, user: Demo['user']): Promise<string> {
  const answer = await fetch(`${baseUrl}/panel/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromPanel(baseUrl) },
    body: JSON.stringify(user),
  });
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${await answer.text()}`);
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}

/** The search text is sent in its header, as the panel does. */
async function ask(address: string, headers: Record<string, string>, body?: object): Promise<Record<string, unknown>> {
  const url = new URL(address);
  const search = url.searchParams.get('search');
  url.searchParams.delete('search');
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url, {
    headers: {
      ...headers,
      ...(search !== null && { 'x-retoma-search': encodeURIComponent(search) }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...sent,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}
