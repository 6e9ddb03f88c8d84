import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { root } from './run-step.ts';

/** The files of unit and service tests, and those of browser tests, whose path contains one of the filters. */
export function matchingTests(filters: readonly string[]): { unit: string[]; browser: string[] } {
  const patterns = filters.map((filter) => filter.replaceAll('\\', '/').replace(/^\.\//, ''));
  const exclude = (name: string): boolean => name === 'node_modules' || name === 'dist';
  const matches = (glob: string): string[] =>
    globSync(glob, { cwd: root, exclude })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => patterns.some((pattern) => file.includes(pattern)));
  return { unit: matches('**/*.test.ts'), browser: matches('packages/e2e/src/**/*.spec.ts') };
}

/** The files that differ from the last commit, new ones included, by their path from the project's folder. */
export function changedFiles(): string[] {
  const list = (...args: string[]): string[] =>
    spawnSync('git', [...args, '-z'], { cwd: root, encoding: 'utf8' })
      .stdout?.split('\0')
      .filter(Boolean) ?? [];
  return [
    ...list('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...list('ls-files', '--others', '--exclude-standard'),
  ];
}
