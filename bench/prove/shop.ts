// A shop for proofs. It is created by a program's own command line, so that an older program can create one too.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { asService } from '../harness/postgres.ts';
import { startServer, type Server } from '../harness/processes.ts';

/** The demo store, as `retoma serve --demo --json` prints it, and an additional automation. */
export type Shop = { storeId: string; checkoutKey: string; secretKey: string; automationId: string };

/** The folder of this program. */
export const thisProgram = path.resolve(import.meta.dirname, '../..');

/** A program in a folder, with its settings. */
export class Program {
  readonly #main: string;
  readonly #home = mkdtempSync(path.join(os.tmpdir(), 'retoma-proof-'));
  readonly #settings: Record<string, string>;

  /** `owner`: the database's address as the owner of its tables; a program older than separate roles (CHK25) uses it for all work. */
  constructor(folder: string, owner: string) {
    this.#main = path.join(folder, 'packages/cli/src/main.ts');
    this.#settings = {
      ...(existsSync(path.join(folder, 'packages/server/src/base/postgres/roles.ts'))
        ? { DATABASE_URL: asService(owner), DATABASE_OWNER_URL: owner }
        : { DATABASE_URL: owner }),
      RETOMA_HOME: this.#home,
      RETOMA_SECRET: 'a secret for proofs of thirty-two characters',
      RATE_LIMIT_PER_SECOND: '0',
      NEW_CONTACTS_PER_HOUR: '0',
      NEW_CONTACTS_PER_DAY: '0',
      STORE_NEW_CONTACTS_PER_HOUR: '0',
      STORE_NEW_CONTACTS_PER_DAY: '0',
      LOG_LEVEL: 'silent',
    };
  }

  /** Starts the server without workers, on any port. */
  serve(...more: string[]): Promise<Server> {
    return startServer(this.#main, ['serve', '--no-workers', '--json', '--port', '0', ...more], this.#settings);
  }

  /** Starts a worker process, which runs until it is stopped. */
  work(): { stop: () => Promise<void> } {
    const child = spawn(process.execPath, [this.#main, 'work'], {
      stdio: ['ignore', 'ignore', process.env['BENCH_DEBUG'] ? 'inherit' : 'ignore'],
      env: { ...process.env, BASE_URL: '', ...this.#settings },
    });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return {
      stop() {
        child.kill('SIGTERM');
        return exited;
      },
    };
  }

  /** Runs a command; returns its JSON. Throws if the exit status is not 0. */
  async retoma<T>(...args: string[]): Promise<T> {
    const { PATH = '' } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '', ...this.#settings };
    const { stdout } = await promisify(execFile)(process.execPath, [this.#main, ...args, '--json'], { env });
    return JSON.parse(stdout) as T;
  }

  /** Removes its home folder. */
  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}

const text = (message: string) => ({ type: 'action', name: 'send_whatsapp', data: { type: 'text', message } });

/** Its runs send two messages at once, over two channels. */
const automation = {
  name: 'Prova',
  trigger_event: 'pix.generated',
  active: true,
  steps: [
    text('Oi {{customer.first_name}}'),
    { type: 'action', name: 'send_sms', data: { message: 'Seu PIX espera' } },
  ],
};

/** Creates the shop; returns the server that printed it, which continues running. */
export async function openShop(program: Program): Promise<{ server: Server; shop: Shop }> {
  const server = await program.serve('--demo');
  const { demo } = server.printed as { demo: Omit<Shop, 'automationId'> };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-flow-'));
  const file = path.join(folder, 'flow.json');
  writeFileSync(file, JSON.stringify(automation));
  try {
    const into = ['--store', demo.storeId, '--publish'];
    const saved = await program.retoma<{ automationId: string }>('automation', 'import', file, ...into);
    return { server, shop: { ...demo, automationId: saved.automationId } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
