import { afterEach, describe, expect, test, vi } from 'vitest';
import { cloneDatabase } from '../../testing/test-service.ts';
import { work, type Workers } from './work.ts';

let workers: Workers;
let database: Awaited<ReturnType<typeof cloneDatabase>>;

async function start(settings: Record<string, string>): Promise<void> {
  database = await cloneDatabase();
  workers = await work({
    DATABASE_URL: database.url,
    RETOMA_SECRET: 'a secret for tests of thirty-two characters',
    LOG_LEVEL: 'silent',
    ...settings,
  });
}
afterEach(async () => {
  await workers.stop();
  await database.drop();
});

const ask = (path: string, headers = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${workers.metricsPort}${path}`, { headers });

describe('workers in a separate process', () => {
  test('serve their own metrics on METRICS_PORT, and nothing else', async () => {
    await start({ METRICS_PORT: '0', METRICS_TOKEN: 'a token for tests' });
    expect((await ask('/health/live')).status).toBe(200);
    expect(await (await ask('/health/ready')).json()).toEqual({ status: 'ready' });
    expect((await ask('/metrics')).status).toBe(404);
    const metrics = await (await ask('/metrics', { authorization: 'Bearer a token for tests' })).text();
    expect(metrics).toContain('retoma_engine_batch_seconds');
    expect((await ask('/stores/external/checkout')).status).toBe(404);
  });

  test('[RUN20] go by the clock of the database on a machine whose clock is 90 minutes ahead', async () => {
    const now = Date.now.bind(Date);
    const machine = vi.spyOn(Date, 'now').mockImplementation(() => now() + 90 * 60_000);
    await start({ METRICS_PORT: '0' });
    const skew = /^retoma_clock_skew_seconds (.*)$/m.exec(await (await ask('/metrics')).text())?.[1];
    machine.mockRestore();
    expect(Math.round(Number(skew) / 60)).toBe(90);
  });

  test('listen on no port without it', async () => {
    await start({});
    expect(workers.metricsPort).toBeUndefined();
  });
});
