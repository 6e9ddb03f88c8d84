import { expect, test } from 'vitest';
import { upgrade } from './upgrade.ts';
import { nextRelease } from './upgrade/releases.ts';

// The short version of `npm run prove -- upgrade`.
test('[CHK9] processes of two releases serve one database while it is migrated, and no request fails', async () => {
  const done = await upgrade(nextRelease(), 40);
  expect(done.migrations).toHaveLength(2);
  expect(done.refused.slice(0, 3)).toEqual([]);
  expect(done).toMatchObject({ missing: 0, findings: [] });
  expect(Object.keys(done.runs)).toEqual(['completed 2']);
}, 600_000);
