import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Runs one step of a longer command through go.mjs and shows its output. If the step fails, the whole process exits. */
export function runStep(title: string, args: readonly string[], env: Record<string, string> = {}): void {
  const started = performance.now();
  console.log(`\n— ${title}`);
  const done = spawnSync(process.execPath, [path.join(root, 'scripts/go.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (done.status !== 0) {
    console.error(`\n✗ ${title} failed after ${seconds} s`);
    process.exit(done.status ?? 1);
  }
  console.log(`✓ ${title}: ${seconds} s`);
}
