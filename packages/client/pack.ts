// Packs the SDK as npm would publish it, without writing into this folder: `pack.ts FILE`.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const file = path.resolve(process.argv[2]!);
const folder = mkdtempSync(`${file}-`);

function run(command: string, args: string[], shell = false): string {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: folder,
    shell,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stdout}`);
  return stdout;
}

try {
  for (const name of ['package.json', 'README.md', 'LICENSE', ...globSync('src/*.ts', { cwd: here })])
    cpSync(path.join(here, name), path.join(folder, name));
  run(process.execPath, [path.join(here, 'build.ts'), path.join(folder, 'dist')]);
  // On Windows npm is a script of the shell. Its own scripts would build into the folder of the sources.
  const printed = run('npm', ['pack', '--json', '--ignore-scripts'], process.platform === 'win32');
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
  renameSync(path.join(folder, filename), file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
