// What webhooks guarantee: every event arrives at least once, with a valid signature, those of one order in their order, whatever process is
// killed. The schedule of 75 hours is passed by moving the clock forward whenever nothing is due. And an endpoint that does not answer delays
// no other.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { credentialsKey } from '../../packages/server/src/base/crypto/seal.ts';
import { newId } from '../../packages/server/src/base/ids.ts';
import { freePort } from '../../packages/server/src/base/net/free-port.ts';
import { migrate } from '../../packages/server/src/base/postgres/migrate.ts';
import type { Database } from '../../packages/server/src/base/postgres/pool.ts';
import { randomFrom } from '../../packages/server/src/automations/engine/proofs/testing/random.ts';
import { unaudited } from '../../packages/server/src/members/audit/testing/unaudited.ts';
import { eventInsertMany, type NewEvent } from '../../packages/server/src/shop/events/queries/events.ts';
import { leaseMs } from '../../packages/server/src/shop/webhooks/delivery/endpoint-delivery.ts';
import { webhookId } from '../../packages/server/src/shop/webhooks/delivery/sign.ts';
import { createEndpoint } from '../../packages/server/src/shop/webhooks/manage-endpoints.ts';
import { createStore } from '../../packages/server/src/stores/manage-stores.ts';
import { openOwnPool } from '../harness/own-pool.ts';
import { BenchPostgres } from '../harness/postgres.ts';
import { accountOf, readReceipts, type ReceiptAccount } from './webhooks/account.ts';
import { measureDelay, type Delay } from './webhooks/delay.ts';
import { secret, timeoutMs, type ProofData } from './webhooks/settings.ts';

/** The options of the proof. `timed`: how many deliveries of each phase are timed beside a hanging endpoint. */
export type WebhookProofOptions = {
  readonly deliveries: number;
  readonly stores: number;
  /** Of workers, and of the receiver. */
  readonly kills: { readonly workers: number; readonly receiver: number };
  readonly timed: number;
  readonly seed: number;
};

/** The result. `left`: messages that still wait; `perSecond`: attempts. */
export type WebhookProof = ReceiptAccount & {
  readonly sent: number;
  readonly givenUp: number;
  readonly left: number;
  readonly kills: number;
  readonly hours: number;
  readonly perSecond: number;
  readonly delay: Delay;
};

/** About the size of a receipt in its file. */
const receiptBytes = 150;

/** How many events an order has. */
const eventsOfOrder = 5;

/** Delivers, kills, and compares. */
export async function proveWebhooks(options: WebhookProofOptions): Promise<WebhookProof> {
  const postgres = await new BenchPostgres().start();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-webhooks-'));
  try {
    const url = await postgres.createDatabase('retoma');
    await migrate(url);
    return await new WebhookRun(options, url, path.join(folder, 'receipts')).run();
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

class WebhookRun {
  readonly #options: WebhookProofOptions;
  readonly #url: string;
  readonly #log: string;
  readonly #db: Database;
  readonly #random: () => number;
  readonly #workers = new Set<ChildProcess>();
  #receiver: ChildProcess | undefined;
  #receiverEnv: Record<string, string> = {};
  #ahead = 0;
  #kills = 0;

  constructor(options: WebhookProofOptions, url: string, log: string) {
    [this.#options, this.#url, this.#log] = [options, url, log];
    this.#db = openOwnPool(url, 4);
    this.#random = randomFrom(options.seed);
  }

  async run(): Promise<WebhookProof> {
    const { deliveries, stores, timed } = this.#options;
    try {
      const storeIds = await this.#createStores(stores);
      await this.#startReceiver();
      for (let worker = 0; worker < 2; worker++) await this.#startWorker(timeoutMs);
      const began = performance.now();
      const writing = this.#write(storeIds, deliveries);
      const killing = this.#kill();
      const sent = await writing;
      await killing;
      await this.#finish();
      const seconds = (performance.now() - began) / 1000;
      const givenUp = await this.#idsIn('failed');
      const account = accountOf(readReceipts(this.#log), sent.map(webhookId), new Set(givenUp.map(webhookId)));
      const left = (await this.#idsIn('pending')).length + (await this.#idsIn('cancelled')).length;
      for (const worker of this.#workers) await ended(worker);
      await this.#startWorker(undefined);
      const delay = await measureDelay(this.#db, timed, () => Date.now() + this.#ahead);
      return {
        ...account,
        sent: sent.length,
        givenUp: givenUp.length,
        left,
        kills: this.#kills,
        hours: this.#ahead / 3_600_000,
        perSecond: account.received / seconds,
        delay,
      };
    } finally {
      for (const child of [...this.#workers, this.#receiver]) child?.kill('SIGKILL');
      await this.#db.end();
    }
  }

  async #createStores(count: number): Promise<string[]> {
    const port = await freePort();
    const secrets: Record<string, string> = {};
    const deps = { db: this.#db, clock: Date.now, credentialsKey: credentialsKey(secret), allowPrivate: true };
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const { storeId } = await createStore(this.#db, `Loja ${index}`);
      const made = await createEndpoint(deps, storeId, { url: `http://127.0.0.1:${port}/${index}` }, unaudited);
      if (!made.ok) throw new Error(made.code);
      secrets[`/${index}`] = made.secret;
      ids.push(storeId);
    }
    this.#receiverEnv = { PORT: String(port), LOG: this.#log, SECRETS: JSON.stringify(secrets) };
    return ids;
  }

  async #startReceiver(): Promise<void> {
    this.#receiver = await started('receiver', {
      ...this.#receiverEnv,
      SEED: String(this.#options.seed + this.#kills),
    });
  }

  async #startWorker(timeout: number | undefined): Promise<void> {
    const env = { DATABASE_URL: this.#url, AHEAD: String(this.#ahead) };
    const worker = await started('worker', { ...env, ...(timeout !== undefined && { TIMEOUT: String(timeout) }) });
    this.#workers.add(worker);
    worker.once('exit', () => this.#workers.delete(worker));
  }

  /** Writes the events, orders mixed, and returns their ids. */
  async #write(storeIds: readonly string[], deliveries: number): Promise<string[]> {
    const sent: string[] = [];
    while (sent.length < deliveries) {
      const ids = Array.from({ length: 100 }, () => newId());
      for (let place = 0; place < eventsOfOrder; place++) {
        const events = ids.map((orderId, index) => this.#event(storeIds[index % storeIds.length]!, orderId, place));
        await eventInsertMany(this.#db, events);
        sent.push(...events.map(({ eventId }) => eventId));
      }
    }
    return sent;
  }

  #event(storeId: string, orderId: string, place: number): NewEvent {
    const data: ProofData = { order: { id: orderId, number: String(place) } };
    const none = { externalId: null, subject: null, checkoutId: null, startsRuns: false };
    const at = { occurredAt: Date.now(), data: JSON.stringify(data) };
    return { eventId: newId(), storeId, type: 'payment.failed', orderId, ...none, ...at };
  }

  /** Kills workers and the receiver at random moments while deliveries are made, spread over them. */
  async #kill(): Promise<void> {
    const { workers, receiver } = this.#options.kills;
    const victims = [...Array<'worker'>(workers).fill('worker'), ...Array<'receiver'>(receiver).fill('receiver')];
    const step = this.#options.deliveries / (victims.length + 1);
    for (const [index, victim] of shuffled(victims, this.#random).entries()) {
      const after = step * (index + this.#random());
      while (this.#receipts() < after) await sleep(200);
      this.#kills++;
      if (victim === 'receiver') {
        await ended(this.#receiver!);
        await sleep(500 + this.#random() * 1_000);
        await this.#startReceiver();
      } else {
        await ended([...this.#workers][0]!);
        // The lease of the killed worker ends, and that of the other one too unless it extends it in time.
        this.#move(leaseMs + 1_000);
        await this.#startWorker(timeoutMs);
      }
    }
  }

  /** About how many receipts there are, from the size of their file. */
  #receipts(): number {
    return (statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0) / receiptBytes;
  }

  /** Moves the clock to the last of the next attempts whenever none is due, until no message waits. */
  async #finish(): Promise<void> {
    for (;;) {
      const { rows } = await this.#db.query<{ next: number | null; free: boolean }>(
        `select (select date_part('epoch', max(next_attempt_at)) * 1000 from webhook_messages where state = 'pending') as next,
           not exists (select from webhook_endpoints where lease is not null) as free`,
      );
      const { next, free } = rows[0]!;
      if (next === null) return;
      const wait = Math.ceil(next) + 1 - (Date.now() + this.#ahead);
      if (free && wait > 0) this.#move(wait);
      await sleep(200);
    }
  }

  #move(ms: number): void {
    this.#ahead += ms;
    for (const worker of this.#workers) worker.send(this.#ahead);
  }

  async #idsIn(state: string): Promise<string[]> {
    const { rows } = await this.#db.query<{ id: string }>(
      'select message_id as id from webhook_messages where state = $1',
      [state],
    );
    return rows.map(({ id }) => id);
  }
}

const programs = {
  receiver: fileURLToPath(import.meta.resolve('./webhooks/receiver.ts')),
  worker: fileURLToPath(import.meta.resolve('./webhooks/worker.ts')),
} as const;

async function started(name: keyof typeof programs, env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(programs[name], [], { env: { ...process.env, ...env } });
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ one }) => one);
}
