import { expect, test } from 'vitest';
import { backUp } from './backup.ts';

// The short version of `npm run prove -- backup`.
test('[CHK9] everything acknowledged before a backup is in the restored database, and the doctor finds nothing', async (context) => {
  const done = await backUp(60);
  if (!done) return context.skip('this machine has no pg_dump that reads a PostgreSQL which can be had here');
  expect(done.refused.slice(0, 3)).toEqual([]);
  expect(done.promised).toBeGreaterThanOrEqual(60);
  expect(done).toMatchObject({ missing: 0, findings: [], isUsable: true });
}, 600_000);
