// All static checks of the sources: commit subjects, types, lint, format, dead code, alerts. `--without-types`: where npm test has run.
import { spawnSync } from 'node:child_process';
import { root, runStep } from './run-step.ts';

runStep('Commit subjects', ['run', 'scripts/commit-subjects.ts']);
if (!process.argv.includes('--without-types')) {
  runStep('Types', ['bin', 'tsc', '-p', 'tsconfig.json']);
  runStep('Types of the pure packages', ['bin', 'tsc', '-p', 'tsconfig.pure.json']);
}
runStep('Lint', ['tool', 'oxlint', '--type-aware', '--deny-warnings']);
runStep('Format', ['bin', 'prettier', '--check', '--log-level=warn', '.']);
runStep('Dead code', ['tool', 'knip', '--no-progress']);
checkAlerts();

/** Checks and tests the rules of Prometheus with its own program, where that is installed. */
function checkAlerts(): void {
  const promtool = (...args: string[]) =>
    spawnSync('promtool', args, {
      cwd: `${root}/deploy/alerts`,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
  console.log('\n— Alerts');
  if (promtool('--version').status !== 0) {
    console.log('– not checked: there is no promtool (Debian: apt-get install --no-install-recommends prometheus)');
    return;
  }
  for (const [kind, file] of [
    ['check', 'retoma.rules.yaml'],
    ['test', 'retoma.rules.test.yaml'],
  ] as const) {
    const { status, stdout, stderr } = promtool(kind, 'rules', file);
    if (status === 0) continue;
    console.error(stdout + stderr);
    console.error('✗ Alerts');
    process.exit(1);
  }
  console.log('✓ Alerts');
}
