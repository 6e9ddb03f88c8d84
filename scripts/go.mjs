// Starts every command. It needs only Node >= 20, installs what is missing, then runs the command with the project's own Node.
//
//   go.mjs run FILE [ARG ...]    a TypeScript file of ours
//   go.mjs bin NAME [ARG ...]    an executable of node_modules
//   go.mjs tool NAME [ARG ...]   an executable of tools/, which is installed the first time
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const OLDEST_NODE = 24;

const fail = (message) => {
  console.error(`\n${message}\n`);
  process.exit(1);
};

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Whether an optional package is for this platform. One that names no platform belongs to another optional package. */
const isForThisPlatform = ({ os, cpu, libc }) =>
  os !== undefined && os.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;

/** Whether `folder` has every package of its lockfile. npm lists what it installed in `node_modules/.package-lock.json`. */
const installed = (folder) => {
  const packagesIn = (file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')).packages;
  try {
    const present = packagesIn('node_modules/.package-lock.json');
    return Object.entries(packagesIn('package-lock.json')).every(
      ([place, wanted]) =>
        !place.startsWith('node_modules/') ||
        (wanted.optional && !isForThisPlatform(wanted)) ||
        (place in present && present[place].version === wanted.version),
    );
  } catch {
    return false;
  }
};

/** Allows one installer at a time. The lock of a process that has died is removed. */
function lockInstall(lock) {
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    let stale = false;
    try {
      const holder = Number(fs.readFileSync(lock, 'utf8'));
      // An empty lock file: its process was killed before writing the pid, or is about to write it.
      stale = holder ? !alive(holder) : Date.now() - fs.statSync(lock).mtimeMs > 10_000;
    } catch {
      continue; // the lock was removed between the two calls
    }
    if (stale) fs.rmSync(lock, { force: true });
    else sleep(250);
  }
}

function install(folder, what) {
  const lock = path.join(folder, '.bootstrap.lock');
  lockInstall(lock);
  try {
    if (installed(folder)) return; // another process installed it
    console.error(`Installing ${what}: about half a minute the first time…`);
    const started = Date.now();
    const args = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--ignore-scripts'];
    const { npm_execpath: cli, npm_node_execpath: node } = process.env;
    const options = { cwd: folder, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: 'development' } };
    const done =
      cli && node && /\.c?js$/.test(cli) && fs.existsSync(cli)
        ? spawnSync(node, [cli, ...args], options)
        : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
    if (done.status !== 0) {
      fail(`npm ci failed in ${folder} (${done.error?.message ?? done.status}). Run it by hand to see why.`);
    }
    console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} s.\n`);
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

/** The project's own Node; if there is no build for this platform (such as musl), the running Node if it is new enough. */
function ownNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform;
  for (const name of [`node-${os}-${process.arch}`, `node-bin-${os}-${process.arch}`]) {
    const exe = path.join(root, 'node_modules', name, 'bin', os === 'win' ? 'node.exe' : 'node');
    if (fs.existsSync(exe) && spawnSync(exe, ['--version'], { stdio: 'ignore' }).status === 0) return exe;
  }
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;
  return fail(
    `Retoma needs Node ${OLDEST_NODE} or later. This is ${process.version}, and there is no build to bring along for ` +
      `${process.platform}-${process.arch}.`,
  );
}

function executableOf(folder, name) {
  const dir = path.join(folder, 'node_modules', name === 'tsc' ? 'typescript' : name);
  const { bin } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  return path.join(dir, typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]));
}

const [kind, target, ...rest] = process.argv.slice(2);
const tools = path.join(root, 'tools');
if (!target || !['run', 'bin', 'tool'].includes(kind)) fail('usage: go.mjs run FILE | bin NAME | tool NAME  [ARG ...]');
// `npm start -- --help` needs neither dependencies nor assets.
if (rest[0] === 'serve' && rest.includes('--help')) {
  process.stdout.write(fs.readFileSync(path.join(root, 'packages', 'cli', 'serve-help.txt'), 'utf8'));
  process.exit(0);
}
if (!installed(root)) install(root, 'dependencies');
// Benchmarks and the full level of the tests need the tools too: these contain what they compare with.
const compares = target === 'bench/main.ts' || target === 'scripts/test-full.ts';
if ((kind === 'tool' || compares) && !installed(tools)) install(tools, 'development tools');

const file = kind === 'run' ? path.join(root, target) : executableOf(kind === 'tool' ? tools : root, target);
const bins = [kind === 'tool' && path.join(tools, 'node_modules', '.bin'), path.join(root, 'node_modules', '.bin')];
const node = ownNode();
// Workers create much short-lived garbage, and their GC pauses delay no request. A young generation that is large from the start (little of
// a batch is copied) and no parallel GC threads save a seventh of the CPU. Without allocation-site pretenuring, by which V8 moves objects
// of a running batch into the old generation, another tenth is saved.
const workerFlags =
  rest[0] === 'work' ? JSON.parse(fs.readFileSync(path.join(root, 'scripts', 'worker-flags.json'), 'utf8')) : [];
// What browsers load matches the sources: it is rebuilt if they have changed, in three seconds. Benchmarks and proofs start services.
if (kind === 'run' && (rest[0] === 'serve' || target.startsWith('bench/'))) {
  const built = spawnSync(node, [path.join(root, 'scripts', 'build-assets.ts')], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) fail('The assets could not be built; see the error above.');
}
const child = spawn(node, [...workerFlags, file, ...rest], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'compile'),
    PATH: [path.dirname(node), ...bins, process.env.PATH].filter(Boolean).join(path.delimiter),
  },
});

// A terminal sends Ctrl+C to the whole process group. A signal sent to this process only must be passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!process.stdin.isTTY || signal !== 'SIGINT') child.kill(signal);
  });
}
// npm passes a signal to its `sh -c` only, and dash ends without passing it on. So this process detects that its parent has ended.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) child.kill('SIGTERM');
}, 500).unref();
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
