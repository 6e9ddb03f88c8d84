import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** One step of a longer command: its title, the arguments of go.mjs, and further environment variables. */
export type Step = { readonly title: string; readonly args: readonly string[]; readonly env?: Record<string, string> };

const go = path.join(root, 'scripts/go.mjs');
const secondsSince = (started: number): string => ((performance.now() - started) / 1000).toFixed(1);

/** Runs one step of a longer command through go.mjs and shows its output. If the step fails, the whole process exits. */
export function runStep(title: string, args: readonly string[], env: Record<string, string> = {}): void {
  const started = performance.now();
  console.log(`\n— ${title}`);
  const done = spawnSync(process.execPath, [go, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (done.status !== 0) {
    console.error(`\n✗ ${title} failed after ${secondsSince(started)} s`);
    process.exit(done.status ?? 1);
  }
  console.log(`✓ ${title}: ${secondsSince(started)} s`);
}

/** Runs steps at the same time; each shows its output when it ends. If one fails, the process exits after the last. */
export async function runTogether(steps: readonly Step[]): Promise<void> {
  const succeeded = await Promise.all(steps.map(runQuietly));
  if (succeeded.includes(false)) process.exit(1);
}

async function runQuietly({ title, args, env = {} }: Step): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, [go, ...args], { cwd: root, env: { ...process.env, ...env } });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => void output.push(part));
  const status = await new Promise((resolve) => child.once('close', resolve));
  console.log(`\n— ${title}`);
  process.stdout.write(Buffer.concat(output));
  console.log(`${status === 0 ? '✓' : '✗'} ${title}: ${secondsSince(started)} s`);
  return status === 0;
}
