import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { releaseNotes, releaseProblems, type ReleaseSource } from './release-problems.ts';
import { statedVersions } from './stated-versions.ts';

const changelog = `# Changelog

## Unreleased

## 0.2.0 - 2026-12-01

### Added

- A chart.

## 0.1.0 - 2026-11-30
`;

const releasable: ReleaseSource = {
  version: '0.2.0',
  stated: { 'package.json': '0.2.0' },
  changelog,
  changes: '',
  tagged: undefined,
  commit: 'a1',
};

test('a clean tree with one version and its notes can be released, again too', () => {
  expect(releaseProblems(releasable)).toEqual([]);
  expect(releaseProblems({ ...releasable, tagged: 'a1' })).toEqual([]);
  expect(releaseNotes(changelog, '0.2.0')).toBe('### Added\n\n- A chart.');
});

test.each<[string, Partial<ReleaseSource>, string]>([
  ['a changed file', { changes: ' M README.md\n' }, 'the tree differs from its commit:\n M README.md'],
  ['a file of another version', { stated: { a: '0.2.0', b: '0.1.0' } }, 'b states 0.1.0, not 0.2.0'],
  ['a version without notes', { changelog: '# Changelog\n\n## Unreleased\n\n- A chart.\n' }, 'has no section'],
  ['a section without a date', { changelog: changelog.replace(' - 2026-12-01', '') }, 'has no section'],
  ['a section without an entry', { version: '0.1.0', stated: {} }, 'has no section'],
  ['the tag of another commit', { tagged: 'b2' }, 'v0.2.0 is already the tag of b2'],
  ['no version', { version: 'next', stated: {} }, 'next is not a version such as 0.2.0'],
])('%s is refused', (_, difference, problem) => {
  expect(releaseProblems({ ...releasable, ...difference })).toEqual([expect.stringContaining(problem)]);
});

test('every package and the chart state one version', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const stated = statedVersions(root);
  expect(Object.keys(stated).length).toBeGreaterThan(9);
  expect(Object.entries(stated).filter(([, each]) => each !== version)).toEqual([]);
});
