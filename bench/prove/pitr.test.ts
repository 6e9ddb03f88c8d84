import { expect, test } from 'vitest';
import { isRecovered, proveRecovery } from './pitr.ts';

// The short version of `npm run prove -- pitr`.
test('[CHK9] a destroyed database is restored to the latest moment and to one in the middle, without loss before it', async (context) => {
  const done = await proveRecovery(80, 0);
  if (done.missingPackages.length > 0) return context.skip(`not installed: ${done.missingPackages.join(' ')}`);
  expect(done.answered).toBeGreaterThanOrEqual(80);
  expect(isRecovered(done), JSON.stringify(done)).toBe(true);
}, 900_000);
