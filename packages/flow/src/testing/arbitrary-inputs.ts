import fc from 'fast-check';
import type { Resolve } from '../conditions/evaluate.ts';
import type { Flow } from '../definition/flow.ts';
import { advance, type Advanced } from '../interpret/advance.ts';
import { resolveIn } from '../interpret/data.ts';
import { messageKey, parseMessageKey } from '../execution/effect.ts';
import type { Input } from '../execution/input.ts';
import { compileFlow, type Plan } from '../execution/plan.ts';
import { wakeAt, type RunState } from '../execution/state.ts';
import { arbitraryScenario, arbitrarySettledFlow } from './arbitrary-scenario.ts';

// Random runs driven as in production: outcomes come late or never, in any order, with other inputs in between. The simulator resolves
// every send at once, so it never reaches most of these cases.

/** One event: its kind, which of the possible targets it has, how many minutes later it occurs, and the order's status then. */
export type Turn = {
  readonly kind: (typeof kinds)[number];
  readonly pick: number;
  readonly minutes: number;
  readonly status: string;
};

/** One input that a run took, with the states before and after. */
export type ArbitraryInputs = {
  readonly before: RunState | null;
  readonly input: Input;
  readonly now: number;
  readonly resolve: Resolve;
  readonly after: Advanced;
};

const kinds = [
  'due',
  'wake',
  'sent',
  'failed',
  'unknown',
  'reply',
  'open',
  'click',
  'event',
  'cancel',
  'resume',
  'skip',
  'retry',
] as const;

const often = ['due', 'sent', 'due', 'sent', 'due', 'sent', 'failed', 'reply', 'open', 'click'] as const;

const turn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...often) }, fc.constantFrom(...kinds)),
  pick: fc.nat({ max: 20 }),
  minutes: fc.constantFrom(0, 0, 1, 5, 30, 1440, 1441),
  status: fc.constantFrom('PENDING', 'PENDING', 'PAID', 'FAILED'),
});

/** A flow, its data, and the events of one run. */
export const arbitraryTurns = arbitrarySettledFlow.chain((flow: Flow) =>
  fc.record({
    plan: fc.constant(compileFlow(flow)),
    context: arbitraryScenario(flow).map(({ context }) => context ?? {}),
    turns: fc.array(turn, { minLength: 1, maxLength: 40 }),
  }),
);

const start = Date.parse('2026-01-05T12:00:00-03:00');

/** Drives a run; `seen` receives each input that it took. */
export function driveRun(
  { plan, context, turns }: { plan: Plan; context: object; turns: readonly Turn[] },
  seen: (transition: ArbitraryInputs) => void,
): RunState {
  const messages: string[] = [];
  let state: RunState | null = null;
  let now = start;
  const applyInput = (input: Input, status: string): RunState => {
    const order = { ...(context as { order?: object }).order, status };
    const resolve = resolveIn({ ...context, order });
    const before = state;
    const after = advance(plan, before, input, now, resolve);
    for (const effect of after.effects) if (effect.type === 'send') messages.push(effect.message);
    seen({ before, input, now, resolve, after });
    return after.state;
  };
  state = applyInput({ type: 'start' }, 'PENDING');
  for (const turn of turns) {
    now += turn.minutes * 60_000;
    if (turn.kind === 'due') now = Math.max(now, wakeAt(state) ?? now);
    const input = inputOf(turn, plan, state, messages);
    if (input) state = applyInput(input, turn.status);
  }
  return state;
}

function inputOf({ kind, pick }: Turn, plan: Plan, state: RunState, messages: readonly string[]): Input | null {
  switch (kind) {
    case 'due':
    case 'wake':
      return { type: 'wake' };
    case 'sent':
    case 'unknown':
    case 'failed': {
      const message = picked(underWay(plan, state), pick);
      if (message === undefined) return null;
      if (kind === 'failed') return { type: 'outcome', message, outcome: 'failed', reason: 'REFUSED' };
      return { type: 'outcome', message, outcome: kind };
    }
    case 'reply':
    case 'open':
    case 'click': {
      const message = picked(messages, pick);
      return message === undefined ? null : { type: kind, message };
    }
    case 'event':
      return { type: 'event', trigger: 'payment.confirmed' };
    case 'cancel':
    case 'resume':
    case 'skip':
      return { type: kind };
    case 'retry': {
      const { path } = plan.steps[pick % plan.steps.length]!;
      return { type: 'retry', path, passes: passesOf(plan, messages) };
    }
    default:
      return kind satisfies never;
  }
}

const picked = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % items.length];

/** The number of sends of each step in a ledger with these messages. */
export function passesOf(plan: Plan, messages: readonly string[]): { [step: string]: number } {
  const passes: { [step: string]: number } = {};
  for (const message of messages) {
    const { path, pass } = parseMessageKey(message)!;
    const step = plan.numbers.get(path)!;
    passes[step] = Math.max(passes[step] ?? 0, pass);
  }
  return passes;
}

/** The keys of messages for whose outcome a run waits. */
export function underWay(plan: Plan, { threads }: RunState): string[] {
  return threads.flatMap(({ at, wait }) => ('pass' in wait ? [messageKey(plan.steps[at]!.path, wait.pass)] : []));
}
