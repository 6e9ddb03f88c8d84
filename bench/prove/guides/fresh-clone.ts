// What a newcomer has: a clone in an empty folder, and a service that `npm start` began in it.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../harness/free-port.ts';
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

/** A product that was started in the clone, and what it printed. */
export type Started = GuideProduct & {
  readonly printed: string;
  /** Starts one more service beside it, as a command says, and stops it once it runs. */
  readonly serve: (command: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A clone of the last commit, made as docs/quick-start.md says. */
export class FreshClone {
  /** What was typed to make it and to start it. */
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

  /** `npm start`, on a port and in a home of its own; the first one installs everything. */
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
      // As docs/automations.md describes for commands of this form.
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

  /** Runs what serves until it is stopped; resolves once it runs. */
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

  /** The package of the SDK, made and installed as docs/checkout-integration.md says; returns the folder that has it. */
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

  /** Forgets it, with everything that was started in it. */
  remove(): void {
    rmSync(this.#temporary, { recursive: true, force: true });
  }
}

/** The output of a service until it prints how to stop it. Throws with the whole output if it ends earlier. */
function untilRunning(child: ChildProcess): Promise<string> {
  let [printed, log] = ['', ''];
  return new Promise((resolve, reject) => {
    child.stderr!.on('data', (chunk: Buffer) => (log += chunk.toString()));
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Ctrl+C stops everything.')) resolve(printed);
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`the service ended with ${code}\n${printed}${log}`)));
  });
}

/** What a newcomer reads off the block that the service prints. */
function printedProduct(printed: string): Pick<GuideProduct, 'address' | 'storeId' | 'checkoutKey' | 'secretKey'> {
  const find = (pattern: RegExp): string => {
    const [found] = pattern.exec(printed) ?? [];
    if (found === undefined) throw new Error(`${pattern} is not in what was printed:\n${printed}`);
    return found;
  };
  return {
    address: find(/(?<=API +)http\S+/),
    storeId: find(/(?<=inbox --store )\S+/),
    checkoutKey: find(/rtm_live_\w+/),
    secretKey: find(/rtm_secret_\w+/),
  };
}
