import { expect, test } from 'vitest';
import { upgrade } from './upgrade.ts';
import { addedMigrations, findReleaseTag, nextRelease, previousRelease } from './upgrade/releases.ts';

const releases = [
  ...(findReleaseTag() === undefined ? [] : [{ from: 'the last release', prepare: previousRelease }]),
  { from: 'this program', prepare: nextRelease },
];

// The short version of `npm run prove -- upgrade`.
test.each(releases)(
  '[CHK9] processes of $from and the next serve one database while it is migrated, and no request fails',
  async ({ prepare }) => {
    const both = prepare()!;
    const added = addedMigrations(both);
    const done = await upgrade(both, 40);
    expect(done.migrations).toHaveLength(added.length);
    expect(done.refused.slice(0, 3)).toEqual([]);
    expect(done).toMatchObject({ missing: 0, findings: [] });
    expect(Object.keys(done.runs)).toEqual(['completed 2']);
  },
  600_000,
);
