import { describe, expect, test, vi } from 'vitest';
import { smallCart, startTestService } from '../../testing/test-service.ts';
import { RateLimiter } from './rate-limiter.ts';

describe('[CHK9] the rate limit', () => {
  test('a burst passes, then only the refill rate', () => {
    const limiter = new RateLimiter({ perSecond: 100, burst: 1000 });
    const passed = Array.from({ length: 1_100 }, () => limiter.take('a', 5_000).allowed).filter(Boolean);
    expect(passed).toHaveLength(1_000);
    expect(limiter.take('a', 5_000)).toEqual({ allowed: false, remaining: 0, reset: 10, retryAfter: 1 });
    const later = Array.from({ length: 200 }, () => limiter.take('a', 6_000).allowed).filter(Boolean);
    expect(later).toHaveLength(100);
  });

  test('callers are counted separately, and a bucket never exceeds its size', () => {
    const limiter = new RateLimiter({ perSecond: 1, burst: 2 });
    expect(limiter.take('a', 0)).toEqual({ allowed: true, remaining: 1, reset: 1, retryAfter: 0 });
    expect(limiter.take('a', 0).allowed).toBe(true);
    expect(limiter.take('a', 0).allowed).toBe(false);
    expect(limiter.take('b', 0).remaining).toBe(1);
    expect(limiter.take('a', 1_000_000).remaining).toBe(1);
  });

  test('[RUN20] a clock that is set back by two hours refuses no caller for two hours, and forgets no limit', () => {
    const limiter = new RateLimiter({ perSecond: 100, burst: 1000 });
    const [before, after] = [10 * 3_600_000, 8 * 3_600_000];
    limiter.take('a', before);
    expect(limiter.take('a', after).allowed).toBe(false);
    const passed = Array.from({ length: 300 }, () => limiter.take('a', after + 1_000).allowed).filter(Boolean);
    expect(passed).toHaveLength(100);
  });

  test('over HTTP: headers on every response, 429 RATE_LIMITED with Retry-After above the limit', async () => {
    const service = await startTestService({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '2' });
    // Nothing refills between the requests, however long they take.
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const first = await service.post(smallCart);
      expect(first.headers.get('ratelimit-policy')).toBe('"default";q=2;w=2');
      expect(first.headers.get('ratelimit')).toBe('"default";r=1;t=1');
      await service.post(smallCart);
      const third = await service.post('not even JSON');
      expect(third.status).toBe(429);
      expect(third.headers.get('retry-after')).toBe('1');
      expect(await third.json()).toMatchObject({ success: false, error: { code: 'RATE_LIMITED' } });
      service.pass(1_000);
      expect((await service.post(smallCart)).status).toBe(201);
    } finally {
      vi.useRealTimers();
      await service.stop();
    }
  });
});
