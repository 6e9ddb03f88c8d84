// Reports known vulnerabilities of the dependencies of the service and of the tools. Queries npm's registry, and fails where it does not
// answer, unless --allow-unanswered says that this is known.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { evaluateAudit, type AuditReport } from './evaluate-audit.ts';
import { root } from './run-step.ts';

const allowsUnanswered = process.argv.includes('--allow-unanswered');
let failed = false;
for (const folder of ['.', 'tools']) {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=1'];
  const { stdout } = spawnSync('npm', args, {
    cwd: path.join(root, folder),
    encoding: 'utf8',
    timeout: 60_000,
    shell: process.platform === 'win32',
  });
  const { lines, fails } = evaluateAudit(reportOf(stdout), { allowsUnanswered });
  for (const line of lines) console.log(`${folder === '.' ? 'dependencies' : folder}: ${line}`);
  failed ||= fails;
}
if (failed) {
  console.error(
    '\nA severe issue has a fix: update the package, with its lockfile. Or nothing was checked: try again later.',
  );
  process.exitCode = 1;
}

function reportOf(text: string): AuditReport {
  try {
    return JSON.parse(text) as AuditReport;
  } catch {
    return {};
  }
}
