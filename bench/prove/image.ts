// The container image: built by scripts/build-image.sh, then run as deploy/compose.yaml runs it, read-only and without privileges, on a real
// PostgreSQL. Docker or podman, on the network of this machine.
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../packages/server/src/base/net/free-port.ts';
import { asService, BenchPostgres } from '../harness/postgres.ts';
import { makeOrder, readCheckout, type GuideProduct } from './guides/product.ts';
import { thisProgram } from './shop.ts';

const image = 'retoma-proof';
/** An address of the loopback device that no other PostgreSQL uses. */
const databaseHost = '127.0.67.1';
const main = ['node', 'packages/cli/src/main.ts'];

/** The result; times in milliseconds. */
export type ImageProof = {
  readonly megabytes: number;
  /** The user, and the number of its effective capabilities, as the kernel shows them. */
  readonly user: string;
  readonly capabilities: number;
  /** Whether a file can be created in the program's folder, and whether the image has a shell. */
  readonly canWrite: boolean;
  readonly hasShell: boolean;
  /** The image's own health check passes. */
  readonly isHealthy: boolean;
  /** From the start of the container to the first 200 of /health/ready; `restartMs`: the same for the stopped container. */
  readonly startMs: number;
  readonly restartMs: number;
  readonly stopMs: number;
  readonly exitStatus: number;
  /** On the API, and the messages in the sandbox's inbox. */
  readonly paymentStatus: string;
  readonly messages: number;
  /** After the restart, the checkout has the same status. */
  readonly isStored: boolean;
};

/** A container engine; `options` go before every command, `runOptions` after `run`. */
type Engine = { readonly command: string; readonly options: string[]; readonly runOptions: string[] };

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

/** The container engine; without a daemon of Docker, what is missing. */
function findEngine(): Engine | { missing: string[] } {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0)
    return { command: 'docker', options: [], runOptions: [] };
  const missing = ['mmdebstrap', 'buildah', 'podman', 'runc'].filter((program) => !has(program));
  if (process.getuid?.() !== 0) missing.push('root');
  if (missing.length > 0) return { missing };
  // crun refuses machines that have both versions of cgroups, and there may be no systemd to make one.
  return {
    command: 'podman',
    options: ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc'],
    // By default podman raises both limits, which a root without CAP_SYS_RESOURCE may not. Docker offers no --read-only-tmpfs.
    runOptions: ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024', '--read-only-tmpfs=false'],
  };
}

/** Builds the image, runs it, pays a checkout in it, and removes the containers; or names what this machine lacks. */
export async function proveImage(): Promise<ImageProof | { missing: string[] }> {
  const engine = findEngine();
  if ('missing' in engine) return engine;
  const built = spawnSync(path.join(thisProgram, 'scripts/build-image.sh'), [image], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error(`the image was not built: status ${built.status}`);
  const postgres = await new BenchPostgres({ listen_addresses: databaseHost }, `${databaseHost}/32`).start();
  const containers = new Containers(engine, await freePort());
  try {
    const { username, pathname } = new URL((await postgres.createDatabase('retoma')).replace('@/', '@host/'));
    const owner = `postgresql://${username}@${databaseHost}:5432${pathname}`;
    containers.settings['DATABASE_URL'] = asService(owner);
    await containers.run('migrate', { DATABASE_OWNER_URL: owner }, 'migrate');
    return await payInContainers(containers);
  } finally {
    await containers.remove();
    await postgres.stop();
  }
}

async function payInContainers(containers: Containers): Promise<ImageProof> {
  const address = containers.settings['BASE_URL']!;
  const began = performance.now();
  await containers.run('web', {}, 'serve', '--no-workers', '--demo', '--json');
  const startMs = await untilReady(address, began);
  await containers.run('worker', {}, 'work');
  const product = productOf(address, await containers.call('logs', containers.name('web')), (...args) =>
    containers.execute(...main, ...args),
  );
  const thanks = 'packages/flow/samples/payment-confirmed/flow.json';
  await product.retoma('automation', 'import', thanks, '--store', product.storeId, '--publish');
  const { checkoutId } = await makeOrder(product, { paid: true });
  const messages = await untilMessage(product);
  const { paymentStatus } = await readCheckout(product, checkoutId);
  const inside = await lookInside(containers);
  const bytes = await containers.call('image', 'inspect', '--format', '{{.Size}}', image);

  const both = [containers.name('web'), containers.name('worker')];
  const stopping = performance.now();
  await containers.call('stop', '--time', '30', ...both);
  const stopMs = performance.now() - stopping;
  const exits = await containers.call('inspect', '--format', '{{.State.ExitCode}}', ...both);
  const restarting = performance.now();
  await containers.call('start', containers.name('web'));
  const restartMs = await untilReady(address, restarting);
  return {
    megabytes: Math.round(Number(bytes) / 1e6),
    ...inside,
    startMs,
    restartMs,
    stopMs,
    exitStatus: Math.max(...exits.split(/\s+/).map(Number)),
    paymentStatus: String(paymentStatus),
    messages,
    isStored: (await readCheckout(product, checkoutId))['paymentStatus'] === paymentStatus,
  };
}

type Inside = Pick<ImageProof, 'user' | 'capabilities' | 'canWrite' | 'hasShell' | 'isHealthy'>;

/** What a process in the container of the server is, and what it can do. */
async function lookInside(containers: Containers): Promise<Inside> {
  const evaluate = (code: string): Promise<string> => containers.execute('node', '-p', code);
  const status = await evaluate(`fs.readFileSync('/proc/1/status', 'utf8')`);
  const held = BigInt(`0x${/^CapEff:\t(\w+)/m.exec(status)?.[1]}`).toString(2);
  const check = await containers.call(
    'inspect',
    '--format',
    '{{json .Config.Healthcheck.Test}}',
    containers.name('web'),
  );
  const [, ...command] = JSON.parse(check) as string[];
  return {
    user: /^Uid:\t(\d+)/m.exec(status)?.[1] ?? 'unknown',
    capabilities: held.replaceAll('0', '').length,
    canWrite: (await evaluate(`try { fs.writeFileSync('written', ''); true } catch { false }`)) === 'true',
    hasShell: (await evaluate(`fs.existsSync('/bin/sh')`)) === 'true',
    isHealthy: await containers.execute(...command).then(
      () => true,
      () => false,
    ),
  };
}

/** Containers of the image, with the settings that they share. */
class Containers {
  readonly #engine: Engine;
  readonly #prefix = `retoma-proof-${randomUUID().slice(0, 8)}`;
  readonly #started: string[] = [];
  readonly settings: Record<string, string>;

  constructor(engine: Engine, port: number) {
    this.#engine = engine;
    const secret = 'a secret for proofs of thirty-two characters';
    this.settings = { RETOMA_SECRET: secret, BASE_URL: `http://127.0.0.1:${port}`, PORT: String(port) };
  }

  name(of: string): string {
    return `${this.#prefix}-${of}`;
  }

  /** Calls the engine; returns its output. Throws if the exit status is not 0. */
  async call(...args: readonly string[]): Promise<string> {
    const { command, options } = this.#engine;
    return (await promisify(execFile)(command, [...options, ...args], { maxBuffer: 1 << 26 })).stdout.trim();
  }

  /** Runs a command in the container of the server. */
  execute(...command: readonly string[]): Promise<string> {
    return this.call('exec', this.name('web'), ...command);
  }

  /** Runs a command of the image: `migrate` to its end, others in the background. */
  async run(of: string, more: Record<string, string>, ...command: readonly string[]): Promise<void> {
    this.#started.push(this.name(of));
    const environment = Object.entries({ ...this.settings, ...more });
    const hardened = '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges'.split(' ');
    const options = ['--name', this.name(of), '--network', 'host', ...this.#engine.runOptions, ...hardened];
    if (of !== 'migrate') options.push('--detach');
    for (const [setting, value] of environment) options.push('--env', `${setting}=${value}`);
    await this.call('run', ...options, image, ...command);
  }

  async remove(): Promise<void> {
    for (const name of this.#started) await this.call('rm', '--force', '--volumes', name).catch(() => {});
  }
}

/** Milliseconds from an instant until the service is ready; throws after a minute. */
async function untilReady(address: string, began: number): Promise<number> {
  while (performance.now() - began < 60_000) {
    const ready = await fetch(`${address}/health/ready`).catch(() => undefined);
    if (ready?.ok) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the container was not ready within a minute');
}

/** The demo store that the container printed, and its command line. */
function productOf(address: string, printed: string, retoma: (...args: string[]) => Promise<string>): GuideProduct {
  const line = printed.split('\n').find((each) => each.includes('"demo"')) ?? '';
  const { demo } = JSON.parse(line) as { demo: Pick<GuideProduct, 'storeId' | 'checkoutKey' | 'secretKey'> };
  return {
    ...demo,
    address,
    folder: thisProgram,
    environment: {},
    prelude: '',
    retoma: async <T>(...args: readonly string[]) => JSON.parse(await retoma(...args, '--json')) as T,
  };
}

/** The number of messages in the sandbox's inbox once there is one; throws after two minutes. */
async function untilMessage(product: GuideProduct): Promise<number> {
  for (let tries = 0; tries < 120; tries++) {
    const { messages } = await product.retoma<{ messages: object[] }>('inbox', '--store', product.storeId);
    if (messages.length > 0) return messages.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('no message was in the inbox within two minutes');
}
