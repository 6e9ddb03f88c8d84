import type { SendStep } from '../steps/step.ts';
import type { Trigger } from '../members/trigger.ts';
import { composeMessage } from '../interpret/compose-message.ts';
import { fieldValue, pathOfField, valueAt, withValue, type RunData } from '../interpret/data.ts';
import { none, type PlanStep } from '../execution/plan-step.ts';
import type { Plan } from '../execution/plan.ts';
import { eventsOf } from '../simulate/events.ts';
import type { Reaction, SimulatedEnvironment } from '../simulate/play.ts';
import { instantOf, type Change, type DeliveryScript, type Scenario } from '../simulate/scenario.ts';
import { followersOf, type Domains } from './domain.ts';
import type { Choose } from './explore.ts';
import { witnessStart } from './natural-data.ts';

const minute = 60_000;

/** When a customer opens, clicks and replies, in minutes after the message was sent. */
const reactionMinutes = { open: 1, click: 2, reply: 3 } as const;

/**
 * An environment in which `choose` decides everything that can vary. It records each choice; `scenario()` returns a scenario in which the
 * simulator takes the same path.
 *
 * INV1. A value is chosen when it is first read, as if it had been so from the start.
 * INV2. A value may have changed when it is read again later; the change is dated at that read. A value whose change is an event
 *    changes within a minute of the beginning of a wait, read or not, at most once in a wait.
 * INV3. A customer who opens, clicks or replies does so within three minutes.
 * INV4. A refused send is a choice only where it changes the path: directly inside a retry, or a loop that stops on errors.
 */
export class ChosenEnvironment implements SimulatedEnvironment {
  readonly changes: Change[] = [];
  readonly #plan: Plan;
  readonly #domains: Domains;
  readonly #choose: Choose;
  readonly #start = instantOf(witnessStart)!;
  readonly #deliveryScripts: DeliveryScript[] = [];
  /** Path of a value → when it was last read. */
  readonly #looked = new Map<string, number>();
  #context: RunData;
  #data: RunData;
  #now = this.#start;
  #changedUntil = -Infinity;

  constructor(plan: Plan, domains: Domains, natural: RunData, choose: Choose) {
    this.#plan = plan;
    this.#domains = domains;
    this.#choose = choose;
    this.#context = natural;
    this.#data = natural;
  }

  /** The scenario in which the simulator takes the played path. */
  scenario(): Scenario {
    return {
      start: witnessStart,
      context: this.#context,
      ...(this.changes.length > 0 && { changes: this.changes }),
      ...(this.#deliveryScripts.length > 0 && { messages: this.#deliveryScripts }),
    };
  }

  readonly resolve: SimulatedEnvironment['resolve'] = (field) => fieldValue(field, this.#look(pathOfField(field)));

  change(from: number, until: number): { at: number; events: readonly Trigger[] } | null {
    this.#now = until;
    if (from === -Infinity || from >= until || until === this.#changedUntil) return null;
    const moves = this.#domains.eager.flatMap((place) => this.#followers(place).map((value) => ({ place, value })));
    const move = moves[this.#choose(moves.length + 1) - 1];
    if (!move) return null;
    this.#changedUntil = until;
    const at = Math.min(from + minute, until);
    const before = this.#data;
    this.#set(move.place, move.value, at);
    return { at, events: eventsOf(before, this.#data) };
  }

  send(
    { step: number, pass, listens }: Parameters<SimulatedEnvironment['send']>[0],
    now: number,
  ): ReturnType<SimulatedEnvironment['send']> {
    const here = this.#plan.steps[number]!;
    const composed = composeMessage(here.step as SendStep, (name) => this.#look(name), {
      baseUrl: 'https://loja.example',
      timeZone: this.#plan.timeZone,
    });
    if (!composed.ok) return { sent: false, reason: composed.reason };
    if (this.#isRefusalHeeded(here) && this.#choose(2) === 1) {
      this.#deliveryScripts.push({ step: here.path, pass, fail: 'NO_CONNECTION' });
      return { sent: false, reason: 'NO_CONNECTION' };
    }
    const possible = [
      ...(listens.includes('onOpen') ? (['open'] as const) : []),
      ...(listens.includes('onClickLink') ? (['click'] as const) : []),
      ...(listens.includes('onResponse') || listens.includes('onNoReply') ? (['reply'] as const) : []),
    ];
    const chosen = possible.filter(() => this.#choose(2) === 1);
    const deliveryScript = Object.fromEntries(chosen.map((kind) => [kind, reactionMinutes[kind]]));
    if (chosen.length > 0) this.#deliveryScripts.push({ step: here.path, pass, ...deliveryScript });
    const reactions = chosen.map((kind): Reaction => ({ kind, at: now + reactionMinutes[kind] * minute }));
    return { sent: true, reactions };
  }

  #isRefusalHeeded({ scope }: PlanStep): boolean {
    if (scope === none) return false;
    const { step } = this.#plan.steps[scope]!;
    return step.type === 'retry' || (step.type === 'loop' && step.stopOnError === true);
  }

  /** The value at a path, chosen if there are several (INV1, INV2). */
  #look(place: string): unknown {
    const domain = this.#domains.values.get(place);
    const looked = this.#looked.get(place);
    if (!domain || this.#domains.eager.includes(place) || looked === this.#now) return valueAt(this.#data, place);
    this.#looked.set(place, this.#now);
    if (looked === undefined) {
      const value = domain[this.#choose(domain.length)];
      this.#context = withValue(this.#context, place.split('.'), value);
      this.#data = withValue(this.#data, place.split('.'), value);
      return value;
    }
    const followers = changesNever(place) ? [] : this.#followers(place);
    const choice = followers.length === 0 ? 0 : this.#choose(followers.length + 1);
    if (choice > 0) this.#set(place, followers[choice - 1], this.#now);
    return valueAt(this.#data, place);
  }

  #followers(place: string): readonly unknown[] {
    return followersOf(place, this.#domains.values.get(place) ?? [], valueAt(this.#data, place) ?? null);
  }

  #set(place: string, value: unknown, instant: number): void {
    this.#data = withValue(this.#data, place.split('.'), value);
    this.changes.push({ at: (instant - this.#start) / minute, set: { [place]: value } });
  }
}

/** Whether a value never changes: those of the event and its browser. */
const changesNever = (place: string): boolean => place.startsWith('event.') || place.startsWith('browser.');
