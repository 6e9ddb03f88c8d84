import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../base/ids.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createApp } from '../../app/http/app.ts';
import { entries } from '../../app/http/proofs/testing/route-access.ts';

const settings = { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '2' };
let service: TestService;
/** The service's clock, which stands still, so that no bucket refills on a busy machine. */
let now = Date.now();
beforeAll(async () => {
  service = await startTestService(settings);
  service.context.clock = () => now;
  // It has the machine's clock.
  await service.context.sharedLimits.stop();
});
afterAll(() => service.stop());

const counted = entries
  .filter(({ limit }) => limit === 'address' || limit === 'checkout')
  .map(({ url, methods }, index) => ({ url, methods, network: `2001:db8:1:${index + 1}` }));

describe('[CHK9] requests without a key', () => {
  test.each(counted)('$methods $url is counted by address', async ({ url, methods, network }) => {
    const ask = async (remoteAddress: string) => {
      const address = url.replace(/:\w+/g, newId()).replace('*', 'x');
      return service.app.inject({ method: methods[0] as 'GET', url: address, remoteAddress });
    };
    const statuses: number[] = [];
    for (const host of ['::3', '::3', ':ffff::9']) statuses.push((await ask(`${network}${host}`)).statusCode);
    expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
    expect((await ask(`${network}f::3`)).statusCode).not.toBe(429);
    now += 2_000;
    expect((await ask(`${network}::3`)).statusCode).not.toBe(429);
  });

  const statusOf = async (app: FastifyInstance, forwarded: string): Promise<number> =>
    (await app.inject({ url: `/pay/${newId()}`, headers: { 'x-forwarded-for': forwarded } })).statusCode;

  test('of one address are counted separately if the proxy is trusted', async () => {
    const { config } = service.context;
    const app = createApp({ ...service.context, config: { ...config, trustedProxies: ['127.0.0.1'] } });
    const statuses: number[] = [];
    for (const last of [1, 1, 1, 2]) statuses.push(await statusOf(app, `192.0.2.${last}`));
    expect(statuses).toEqual([404, 404, 429, 404]);
    await app.close();
  });

  test('behind an untrusted proxy are not limited, since all have one address', async () => {
    for (let one = 0; one < 4; one++) expect(await statusOf(service.app, '192.0.2.1')).toBe(404);
  });

  test('[CHK9] a forged header does not exempt a public caller from the limit', async () => {
    const statuses: number[] = [];
    for (let count = 1; count <= 4; count++) {
      const headers = { 'x-forwarded-for': `1.2.3.${count}` };
      const { statusCode } = await service.app.inject({
        url: `/pay/${newId()}`,
        remoteAddress: '200.147.3.157',
        headers,
      });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([404, 404, 429, 429]);
  });

  test('people get the reason on a page', async () => {
    const get = () =>
      service.app.inject({ url: `/pay/${newId()}`, remoteAddress: '192.0.2.9', headers: { 'accept-language': 'en' } });
    await get();
    await get();
    const refused = await get();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' });
    expect(refused.body).not.toContain('RATE_LIMITED');
  });
});
