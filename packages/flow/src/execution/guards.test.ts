import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import type { Step } from '../steps/step.ts';
import { branchName } from '../steps/condition/branch.ts';
import { arbitraryTurns, driveRun, type ArbitraryInputs } from '../testing/arbitrary-inputs.ts';
import { lawRuns } from '../testing/arbitrary-scenario.ts';
import { check, delay, flowOf, loop, retry, sms, statusIs, whatsapp } from '../testing/build-flow.ts';
import { advance } from '../interpret/advance.ts';
import type { SendEffect } from './effect.ts';
import { guardsHold } from './guards.ts';
import { compileFlow, type Plan } from './plan.ts';
import type { RunState } from './state.ts';

const noon = Date.parse('2026-01-05T12:00:00-03:00');
const as = (status: string) => () => status;

/** The guards of the messages that a flow sends when it starts, by key. */
function guardsAtStart(flow: Flow, status = 'pending'): { [message: string]: readonly number[] } {
  const { effects } = advance(compileFlow(flow), null, { type: 'start' }, noon, as(status));
  return Object.fromEntries(effects.filter(({ type }) => type === 'send').map(pair));
}

const pair = (effect: unknown): [string, readonly number[]] => {
  const { message, guards } = effect as SendEffect;
  return [message, guards];
};

describe('the guards of a message', () => {
  test('[RUN13] are empty outside of every condition', () => {
    const flow = flowOf([check('c', { pending: [] }), sms('a')]);
    expect(guardsAtStart(flow)).toEqual({ 'steps[1]#1': [] });
  });

  test('[RUN13] include the enclosing conditions, outermost first, in every shape', () => {
    const shapes = flowOf([
      check('c', {
        paid: [],
        pending: [
          {
            type: 'condition',
            ...statusIs('paid'),
            if_false: [
              { type: 'condition', conditions: [statusIs('pending')], if_true: [check('no', { paid: [] }), sms('a')] },
            ],
          },
        ],
      }),
    ]);
    expect(Object.values(guardsAtStart(shapes))).toEqual([[0, 1, 1, 1, 2, 0]]);
  });

  test('[RUN3] [RUN13] include the gate in the flat format, also for steps inside a gated step', () => {
    const of = { parentId: 'c-pending' };
    const flat = (step: object) => flowOf([check('c', { paid: undefined, pending: undefined }), { ...step } as never]);
    expect(guardsAtStart(flat({ ...sms('a'), ...of }))).toEqual({ 'steps[1]#1': [0, 1] });
    expect(Object.values(guardsAtStart(flat({ ...retry([sms('a')]), ...of })))).toEqual([[0, 1]]);
    expect(guardsAtStart(flat(sms('a')))).toEqual({ 'steps[1]#1': [] });
  });

  test('[RUN7] [RUN13] include the condition of a loop that started the iteration', () => {
    const flow = flowOf([loop([retry([sms('a')])], { condition: statusIs('pending') })]);
    expect(Object.values(guardsAtStart(flow))).toEqual([[0, 0]]);
    expect(Object.values(guardsAtStart(flowOf([loop([sms('a')])])))).toEqual([[]]);
  });

  test('[RUN13] contain the latest result of a condition evaluated twice', () => {
    const twice = check('c', { pending: [{ type: 'action', name: 'webhook' }] });
    const flow = flowOf([loop([twice, check('d', { paid: [], pending: [loop([twice, sms('a')])] })])]);
    expect(Object.values(guardsAtStart(flow))).toEqual([[3, 1]]);
  });

  test('[RUN13] exclude a condition evaluated before the wait', () => {
    const flow = flowOf([check('c', { pending: [delay(5), check('d', { pending: [sms('a')] })] })]);
    const plan = compileFlow(flow);
    const { state } = advance(plan, null, { type: 'start' }, noon, as('pending'));
    const { effects } = advance(plan, state, { type: 'wake' }, noon + 5 * 60_000, as('pending'));
    expect(effects.at(-1)).toMatchObject({ type: 'send', guards: [2, 0] });
  });

  test('[RUN1] [RUN13] exclude, in a handler’s thread, the steps that enclose its action', () => {
    const plan = compileFlow(
      flowOf([loop([whatsapp('a', { onResponse: [sms('b')] })], { condition: statusIs('pending') })]),
    );
    const message = 'steps[0].steps[0]#1';
    let { state } = advance(plan, null, { type: 'start' }, noon, as('pending'));
    ({ state } = advance(plan, state, { type: 'reply', message }, noon, as('pending')));
    const { effects } = advance(plan, state, { type: 'outcome', message, outcome: 'sent' }, noon, as('pending'));
    expect(effects.filter(({ type }) => type === 'send').map(pair)).toEqual([
      ['steps[0].steps[0]#2', [0, 0]],
      ['steps[0].steps[0].onResponse[0]#1', []],
    ]);
  });
});

describe('re-evaluating guards', () => {
  const plan = compileFlow(
    flowOf([
      check('c', { paid: [], pending: [sms('a')] }),
      { type: 'condition', ...statusIs('paid'), if_false: [] },
      loop([], { condition: statusIs('pending') }),
    ]),
  );

  test.each([
    [[], 'paid', true],
    [[0, 1], 'pending', true],
    [[0, 1], 'paid', false],
    [[0, 1], 'failed', false],
    [[2, 1], 'pending', true],
    [[2, 1], 'paid', false],
    [[2, 0], 'paid', true],
    [[3, 0], 'pending', true],
    [[3, 0], 'paid', false],
    [[0, 1, 2, 0], 'pending', false],
  ])('[RUN13] guards %j when the order is %s: %s', (guards, status, hold) => {
    expect(guardsHold(plan, guards, as(status))).toBe(hold);
  });
});

describe('laws of guards', () => {
  test('[RUN13] the guards are the conditions that the timeline records for the thread since its last wait', () => {
    let guarded = 0;
    const law = fc.property(arbitraryTurns, (run) => {
      driveRun(run, (transition) => {
        for (const effect of transition.after.effects) {
          if (effect.type !== 'send') continue;
          expect(guardTexts(run.plan, effect.guards)).toEqual(expected(run.plan, transition, effect));
          expect(guardsHold(run.plan, effect.guards, transition.resolve)).toBe(true);
          if (effect.guards.length > 0) guarded++;
        }
      });
    });
    fc.assert(law, { numRuns: lawRuns });
    expect(guarded).toBeGreaterThan(lawRuns / 50);
  });
});

/** Guards as text: path of the condition → name of its branch. */
function guardTexts(plan: Plan, guards: readonly number[]): { [path: string]: string } {
  const branches: { [path: string]: string } = {};
  for (let at = 0; at < guards.length; at += 2) {
    const { path, step } = plan.steps[guards[at]!]!;
    branches[path] = step.type === 'condition' ? branchName(step, guards[at + 1]!) : 'iteration';
  }
  return branches;
}

/** The same, from the entries of this input and the path of the message. */
function expected(plan: Plan, { after }: ArbitraryInputs, send: SendEffect): { [path: string]: string } {
  const { path } = plan.steps[send.step]!;
  const branches: { [path: string]: string } = {};
  const thread = threadOf(plan, after.state, send);
  for (const effect of after.effects) {
    if (effect.type !== 'record' || effect.entry.thread !== thread) continue;
    const { entry } = effect;
    const { step } = plan.steps[plan.numbers.get(entry.path)!]!;
    if (entry.outcome === 'iteration' && step.type === 'loop' && step.condition) {
      if (path.startsWith(`${entry.path}.steps[`)) branches[entry.path] = 'iteration';
    } else if (entry.outcome === 'matched' && step.type === 'condition') {
      const branch = step.branches?.findIndex(({ id }) => id === entry.branch);
      const list = branch === undefined ? entry.branch : `branches[${branch}].steps`;
      if (path.startsWith(`${entry.path}.${list}[`) || entry.path === gateOf(plan, path))
        branches[entry.path] = entry.branch;
    }
  }
  return branches;
}

function threadOf(plan: Plan, { threads }: RunState, { step, pass }: SendEffect): string {
  const { of } = threads.find(({ at, wait }) => at === step && 'pass' in wait && wait.pass === pass)!;
  return of ? `${of.on}@${plan.steps[of.step]!.path}#${of.pass}` : 'main';
}

/** The path of the condition that decides whether the root step above a path runs (RUN3). */
function gateOf({ flow: { steps } }: Plan, path: string): string | undefined {
  const root = steps[Number(/^steps\[(\d+)\]/.exec(path)![1])]!;
  if (root.type === 'condition' || root.parentId === undefined) return undefined;
  const has = (step: Step): boolean =>
    step.type === 'condition' && step.branches?.some(({ id }) => id === root.parentId) === true;
  return `steps[${steps.findIndex(has)}]`;
}
