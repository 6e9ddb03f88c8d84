// The subject of a commit has at most 72 characters, so that `git log --oneline` and every mail shows it whole (CONTRIBUTING.md).
import { spawnSync } from 'node:child_process';
import { root } from './run-step.ts';

/** Longest subject, in characters. */
const maxLength = 72;
/** Commits before this instant are older than the rule. */
const since = '2026-11-24T00:00:00Z';

/** The subjects of `log`, one a line, that are too long. */
export const longSubjects = (log: string): string[] => log.split('\n').filter((subject) => subject.length > maxLength);

if (import.meta.main) {
  // No folder of git, as in a source archive: there are no commits to check.
  const { status, stdout } = spawnSync('git', ['log', `--since=${since}`, '--format=%s'], {
    cwd: root,
    encoding: 'utf8',
  });
  const long = status === 0 ? longSubjects(stdout) : [];
  for (const subject of long) console.error(`${subject.length} characters: ${subject}`);
  if (long.length > 0) process.exitCode = 1;
}
