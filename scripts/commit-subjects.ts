// Checks that a commit's subject has at most 72 characters, so that `git log --oneline` and e-mails show all of it (CONTRIBUTING.md).
import { spawnSync } from 'node:child_process';
import { root } from './run-step.ts';

/** Longest subject, in characters. */
const maxLength = 72;
/** Commits before this instant are not checked, since they are older than the rule. */
const since = '2026-11-24T00:00:00Z';

/** The subjects in `log`, one a line, that are too long. */
export const longSubjects = (log: string): string[] => log.split('\n').filter((subject) => subject.length > maxLength);

if (import.meta.main) {
  // There is no git folder, as in a source archive, so there are no commits to check.
  const { status, stdout } = spawnSync('git', ['log', `--since=${since}`, '--format=%s'], {
    cwd: root,
    encoding: 'utf8',
  });
  const long = status === 0 ? longSubjects(stdout) : [];
  for (const subject of long) console.error(`${subject.length} characters: ${subject}`);
  if (long.length > 0) process.exitCode = 1;
}
