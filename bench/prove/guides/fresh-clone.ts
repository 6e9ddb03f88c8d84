// A newcomer's setup: a clone in an empty folder, and a service started in it by `npm start`.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../packages/server/src/base/net/free-port.ts';
import { thisProgram } from '../shop.ts';
import { blocksOf, commandsOf } from './blocks.ts';
import { writeFiles, type GuideProduct } from './product.ts';

const run = promisify(execFile);

/** The environment of a new terminal: without this repository's Node and executables. */
function newcomersEnvironment(): Record<string, string> {
  const passedOn = /^(HOME|USER|LANG|TMPDIR|NODE_EXTRA_CA_CERTS|npm_config_(registry|cache)|(https?|no)_proxy)$/i;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return {
    ...Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        passedOn.test(name) && value !== undefined ? [[name, value]] : [],
      ),
    ),
    PATH: folders.filter((folder) => !folder.startsWith(thisProgram + path.sep)).join(path.delimiter),
  };
}

/** A product that was started in the clone, and its output. */
export type Started = GuideProduct & {
  readonly printed: string;
  /** Starts another service beside it with a command, and stops it once it runs. */
  readonly serve: (command: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A clone of the last commit, created as docs/quick-start.md describes. */
export class FreshClone {
  /** The commands that cloned and started it. */
  readonly typed: readonly string[];
  readonly commit: string;
  readonly folder: string;
  readonly #temporary: string;
  #sdk: Promise<string> | undefined;
  readonly #environment = newcomersEnvironment();

  private constructor(temporary: string, typed: readonly string[], commit: string) {
    this.#temporary = temporary;
    this.typed = typed;
    this.commit = commit;
    this.folder = path.join(temporary, 'retoma');
  }

  static async make(): Promise<FreshClone> {
    const temporary = mkdtempSync(path.join(os.tmpdir(), 'retoma-newcomer-'));
    const typed = commandsOf(blocksOf(thisProgram, 'docs/quick-start.md')[0]!);
    const script = typed.filter((command) => command !== 'npm start').join('\n');
    const { stdout } = await run('bash', ['-euc', `${script.replace('REPOSITORY', thisProgram)}\ngit rev-parse HEAD`], {
      cwd: temporary,
      env: newcomersEnvironment(),
    });
    return new FreshClone(temporary, typed, stdout.trim());
  }

  /** Runs `npm start` with its own port and home; the first start installs everything. */
  async start(): Promise<Started> {
    const home = path.join(mkdtempSync(path.join(this.#temporary, 'home-')), '.retoma');
    const environment = { ...this.#environment, PORT: String(await freePort()), RETOMA_HOME: home };
    const service = await this.#runService('npm start', environment);
    writeFiles(this.folder, this.folder);
    return {
      ...printedProduct(service.printed),
      printed: service.printed,
      folder: this.folder,
      environment,
      // As docs/automations.md describes for its commands.
      prelude: 'retoma() { npm run --silent retoma -- "$@"; }',
      retoma: async <T>(...args: readonly string[]): Promise<T> => {
        const { stdout } = await run('npm', ['run', '--silent', 'retoma', '--', ...args, '--json'], {
          cwd: this.folder,
          env: environment,
        });
        return JSON.parse(stdout) as T;
      },
      serve: async (command) =>
        (await this.#runService(command, { ...environment, PORT: String(await freePort()) })).stop(),
      stop: service.stop,
    };
  }

  /** Runs a service until it is stopped; resolves once it is ready. */
  async #runService(
    command: string,
    env: Record<string, string>,
  ): Promise<{ printed: string; stop: () => Promise<void> }> {
    const [npm = '', ...args] = command.split(' ');
    const child = spawn(npm, args, { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const printed = await untilRunning(child);
    return {
      printed,
      stop() {
        child.kill('SIGTERM');
        return closed;
      },
    };
  }

  /** The SDK's package, built and installed as docs/sites.md describes; returns the folder that contains it. */
  sdk(): Promise<string> {
    return (this.#sdk ??= this.#installSdk());
  }

  async #installSdk(): Promise<string> {
    const site = path.join(this.#temporary, 'site');
    mkdirSync(site);
    await run('npm', ['pack', '--silent', '-w', 'packages/client', '--pack-destination', site], {
      cwd: this.folder,
      env: this.#environment,
    });
    await run('npm', ['install', '--silent', '--offline', './retoma-client-0.1.0.tgz'], {
      cwd: site,
      env: this.#environment,
    });
    return site;
  }

  /** Removes the clone and all files of its services. */
  remove(): void {
    rmSync(this.#temporary, { recursive: true, force: true });
  }
}

/** The output of a service until it prints how to stop it. Throws an error with the whole output if the service ends earlier. */
function untilRunning(child: ChildProcess): Promise<string> {
  let [printed, log] = ['', ''];
  return new Promise((resolve, reject) => {
    child.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Press Ctrl+C to stop.')) resolve(printed);
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`the service ended with ${code}\n${printed}${log}`)));
  });
}

/** The values that a newcomer copies from the service's output. */
function printedProduct(printed: string): Pick<GuideProduct, 'address' | 'storeId' | 'checkoutKey' | 'secretKey'> {
  const find = (pattern: RegExp): string => {
    const [found] = pattern.exec(printed) ?? [];
    if (found === undefined) throw new Error(`${pattern} is not in what was printed:\n${printed}`);
    return found;
  };
  return {
    address: find(/(?<=API +)http\S+/),
    storeId: find(/(?<=inbox --store )\S+/),
    checkoutKey: find(/rtm_test_(?!secret_)\w+/),
    secretKey: find(/rtm_test_secret_\w+/),
  };
}
