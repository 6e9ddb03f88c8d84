// Delivers the due messages of one leased endpoint.
//
// INV1. At most 4 calls at once; 1 while the endpoint has not answered since its last rest. No connection is held during a call.
// INV2. Two messages of one subject are never under way together: the second is offered only after the outcome of the first is recorded.
// INV3. A message waits in the database until its outcome is recorded. A process that ends in between leaves it to the next lease, and the
//     endpoint gets it again, under the same id.
import { disableAfter, restAfter } from '@retoma/commerce';
import type { Clock } from '../../../base/clock.ts';
import type { RunEnds } from '../../../base/lease-loop.ts';
import type { Logger } from '../../../base/log/log.ts';
import type { CallOut } from '../../../base/net/http-client.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import { webhookEndpointDisable } from '../queries/endpoints.ts';
import { openWebhookSecret } from '../secrets.ts';
import { healthOf } from './health.ts';
import { outcomeOf } from './outcome.ts';
import {
  webhookMessageOffer,
  webhookOutcomeRecord,
  type DueMessage,
  type LeasedEndpoint,
  type MessageOutcome,
} from './queries/deliveries.ts';
import { signedHeaders } from './sign.ts';

/** The dependencies of delivery. `random`: from 0 up to 1; `observe`: learns of every outcome; `timeoutMs`: absent, that of WHK4. */
export type DeliveryDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly credentialsKey: Buffer;
  readonly callOut: CallOut;
  readonly random: () => number;
  readonly observe: (outcome: MessageOutcome) => void;
  readonly timeoutMs?: number;
};

/** How long a lease lasts, in milliseconds: longer than the calls between two offers. */
export const leaseMs = 60_000;

/** How long an endpoint is held before others get its place, in milliseconds. */
const holdMs = 20_000;

const calls = { atOnce: 4, offered: 8 } as const;
const limits = { timeoutMs: 15_000, answerBytes: 64 * 1024 } as const;

/** The delivery to one endpoint, until nothing is due, it rests, its lease is lost, or it ends. */
export class EndpointDelivery {
  readonly #deps: DeliveryDeps;
  readonly #endpoint: LeasedEndpoint & { readonly lease: string };
  readonly #ends: RunEnds;
  readonly #until: number;
  readonly #underWay = new Map<string, Promise<void>>();
  #queue: readonly DueMessage[] = [];
  #outcomes: MessageOutcome[] = [];
  #target: { readonly url: string; readonly secrets: readonly string[] } = { url: '', secrets: [] };
  #failures: number;
  #rest: { readonly since: number; readonly until: number } | undefined;
  #isLost = false;

  constructor(deps: DeliveryDeps, endpoint: LeasedEndpoint & { readonly lease: string }, ends: RunEnds) {
    this.#deps = deps;
    this.#endpoint = endpoint;
    this.#ends = ends;
    this.#failures = endpoint.failures;
    this.#until = deps.clock() + holdMs;
  }

  /** Returns how many outcomes were recorded. */
  async run(): Promise<number> {
    let recorded = 0;
    for (;;) {
      await this.#fill();
      if (this.#outcomes.length === 0) {
        if (this.#underWay.size === 0) return recorded;
        await Promise.race(this.#underWay.values());
      }
      recorded += await this.#record();
    }
  }

  get #mayCall(): boolean {
    const { stopping } = this.#ends;
    return !stopping.aborted && !this.#isLost && !this.#rest && this.#deps.clock() < this.#until;
  }

  /** Starts calls until there are enough. */
  async #fill(): Promise<void> {
    while (this.#mayCall && this.#underWay.size < (this.#failures > 0 ? 1 : calls.atOnce)) {
      const [next, ...rest] = this.#queue;
      if (next) {
        this.#queue = rest;
        this.#underWay.set(next.messageId, this.#call(next));
      } else if (!(await this.#offer())) return;
    }
  }

  /** Asks for due messages; false: there are none now. */
  async #offer(): Promise<boolean> {
    const { db, clock, credentialsKey, log } = this.#deps;
    const { endpointId, lease } = this.#endpoint;
    const now = clock();
    const held = [...this.#underWay.keys(), ...this.#outcomes.map(({ messageId }) => messageId)];
    const given = { endpointId, lease, now, until: now + leaseMs, held, limit: calls.offered };
    const { lost, url, secrets, messages, postponed } = await webhookMessageOffer(db, given);
    this.#isLost = lost;
    this.#queue = messages;
    const opened = secrets.map((sealed) => openWebhookSecret(credentialsKey, endpointId, sealed));
    this.#target = { url, secrets: opened.filter((secret) => secret !== undefined) };
    if (!lost && this.#target.secrets.length === 0) {
      log.error({ endpointId }, 'the secret of a webhook cannot be opened: rotate it');
      this.#isLost = true;
      return false;
    }
    return !lost && (messages.length > 0 || postponed > 0);
  }

  async #call(message: DueMessage): Promise<void> {
    const { callOut, clock, random, observe, log, timeoutMs = limits.timeoutMs } = this.#deps;
    const { messageId, body, attempts } = message;
    const { url, secrets } = this.#target;
    const at = clock();
    const headers = signedHeaders({ messageId, body, at }, secrets);
    const call = {
      method: 'POST',
      url,
      headers,
      body,
      limits: { ...limits, timeoutMs },
      answersOnce: true,
      signal: this.#ends.aborted,
    } as const;
    const result = await callOut(call).catch((error: unknown) => {
      log.error({ err: error }, 'webhook call failed');
      return { outcome: 'uncertain', reason: 'CONNECTION_LOST' } as const;
    });
    this.#underWay.delete(messageId);
    if (this.#ends.aborted.aborted) return;
    const outcome = { messageId, ...outcomeOf(result, { attempts, at, now: clock(), random: random() }) };
    this.#outcomes.push(outcome);
    this.#note(outcome);
    observe(outcome);
  }

  /** WHK5: lets the endpoint rest after a failure. Calls that began before a rest do not make the next one longer. */
  #note({ state, rest, at, isGone }: MessageOutcome): void {
    if (state === 'delivered') this.#failures = 0;
    if (isGone) this.#isLost = true;
    if (!rest) return;
    if (!this.#rest || at >= this.#rest.since) this.#failures++;
    const now = this.#deps.clock();
    const until = Math.max(rest.until ?? now + restAfter(this.#failures), this.#rest?.until ?? 0);
    this.#rest = { since: this.#rest?.since ?? now, until };
  }

  async #record(): Promise<number> {
    const { db, clock, log } = this.#deps;
    const { endpointId } = this.#endpoint;
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    if (outcomes.length === 0) return 0;
    const now = clock();
    const health = healthOf(outcomes, { failures: this.#failures, resumeAt: this.#rest?.until ?? null });
    const times = { now, disableMs: disableAfter };
    const isFailing = await webhookOutcomeRecord(db, endpointId, outcomes, health, times);
    const isGone = outcomes.some((outcome) => outcome.isGone);
    if (isGone || isFailing) {
      const reason = isGone ? 'gone' : 'failing';
      if (await webhookEndpointDisable(db, endpointId, reason, now))
        log.warn({ endpointId, reason }, 'webhook disabled');
      this.#isLost = true;
    }
    return outcomes.length;
  }
}
