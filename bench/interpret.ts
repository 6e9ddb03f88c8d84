// The interpreter: steps a second, the size of a waiting run, and a month in virtual time. The baseline, measured in the same run, is the
// naive interpreter of the tests: plain recursion that keeps its state on the stack, so that it can neither be stored nor resumed. Both
// must give the same result before anything is timed.
// Not measured: the database, and compiling a flow (done once for each version and reported by itself).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Flow } from '../packages/flow/src/definition/flow.ts';
import type { Step } from '../packages/flow/src/steps/step.ts';
import { advance, compileFlow, type Effect, type RunState } from '../packages/flow/src/interpret/index.ts';
import { simulate, simulatePlan, type Scenario } from '../packages/flow/src/simulate/index.ts';
import { naiveSimulate } from '../packages/flow/src/testing/naive-interpreter.ts';

const rounds = 21;
const start = '2026-01-05T10:00:00-03:00';
const samples = path.join(import.meta.dirname, '..', 'packages', 'flow', 'samples');
const recovery = JSON.parse(readFileSync(path.join(samples, 'pix-recovery', 'flow.json'), 'utf8')) as Flow;

const scenario: Scenario = {
  start,
  context: {
    customer: { name: 'Ana', phone: '+5511987654321', email: 'ana@example.com' },
    order: { id: '1', status: 'PENDING', payment_method: 'pix', total: 12_990, pix_code: '000201' },
    event: { amount: 12_990 },
  },
};

/** Measures and prints; throws if the two interpreters disagree. */
export async function run(): Promise<void> {
  console.log(`Medians of ${rounds} alternating rounds`);
  compareOn('No wait at all (loops, conditions, actions that are not executed)', walking(), 1);
  compareOn('30 days: 120 delays, conditions and messages', month(), 20);
  production();
  parked();
  await Promise.resolve();
}

/** Loops with conditions and skipped actions only. */
function walking(): Flow {
  const condition: Step = {
    type: 'condition',
    branches: ['paid', 'failed', 'pending'].map((value) => ({
      id: value,
      conditions: [{ field: 'payment_status', operator: '=', value }],
      steps: [{ type: 'action', name: 'webhook' }],
    })),
  };
  const steps: Step[] = [condition, condition, condition, condition].map((step) => structuredClone(step));
  const inner: Step = { type: 'loop', maxIterations: 40, steps };
  return flowOf([{ type: 'loop', maxIterations: 30, steps: [inner] }]);
}

/** A message each day for a month; each follows its own delays and a condition. */
function month(): Flow {
  const day = (at: number): Step[] => [
    { type: 'delay', id: `night-${at}`, minutes: 1380 },
    { type: 'delay', id: `hour-${at}`, minutes: 60 },
    {
      type: 'condition',
      id: `ask-${at}`,
      field: 'payment_status',
      operator: '=',
      value: 'pending',
      if_true: [sendAt(at)],
    },
  ];
  return flowOf(Array.from({ length: 30 }, (_, at) => day(at)).flat());
}

const sendAt = (at: number): Step => ({
  type: 'action',
  id: `send-${at}`,
  name: 'send_whatsapp',
  data: { type: 'text', message: 'Oi, {{customer.name}}! Falta pagar {{order.total}} do pedido {{order.id}}.' },
});

const flowOf = (steps: Step[]): Flow => ({ name: 'Benchmark', trigger_event: 'pix.generated', steps });

function compareOn(name: string, flow: Flow, times: number): void {
  const plan = compileFlow(flow);
  const answer = simulate(flow, scenario);
  const steps = answer.trace.filter(({ outcome }) => !['iteration', 'attempt'].includes(outcome)).length;
  if (
    JSON.stringify(answer.trace.map(Object.values)) !==
    JSON.stringify(naiveSimulate(flow, scenario).trace.map(Object.values))
  ) {
    throw new Error(`${name}: the interpreters disagree`);
  }
  const elapsed = alternate(
    { ours: () => simulatePlan(plan, scenario).trace.length, naive: () => naiveSimulate(flow, scenario).trace.length },
    times,
  );
  console.log(`\n${name}: ${steps.toLocaleString('en')} steps executed`);
  for (const candidate of ['ours', 'naive'] as const) {
    const rate = Math.round((steps / elapsed[candidate]) * 1000).toLocaleString('en');
    console.log(
      `  ${candidate.padEnd(6)}${elapsed[candidate].toFixed(3).padStart(9)} ms  ${rate.padStart(12)} steps/s`,
    );
  }
  console.log(`  ${(elapsed.naive / elapsed.ours).toFixed(2)}x the speed of the naive interpreter`);
  if (answer.messages.length === 0) {
    const alone = alternate(
      { advance: () => advance(plan, null, { type: 'start' }, 0, () => 'pending').effects.length },
      times,
    );
    const rate = Math.round((steps / alone.advance) * 1000).toLocaleString('en');
    console.log(`  advance alone, without the simulator around it: ${rate} steps/s`);
  }
  const compiling = alternate({ compile: () => compileFlow(flow).steps.length }, 50).compile;
  console.log(`  compiling the flow: ${(compiling * 1000).toFixed(0)} µs, once for each version`);
}

/** Drives a run as production does: each state is parsed, advanced by one input, and serialised. */
function production(): void {
  const plan = compileFlow(recovery);
  const now = Date.parse(start);
  const begin = JSON.stringify(advance(plan, null, { type: 'start' }, now, () => 'pending').state);
  const later = now + 30 * 60_000;
  const wake = (): number => {
    const state = JSON.parse(begin) as RunState;
    const advanced = advance(plan, state, { type: 'wake' }, later, () => 'pending');
    return JSON.stringify(advanced.state).length + advanced.effects.length;
  };
  const floor = (): number => JSON.stringify(JSON.parse(begin)).length;
  const elapsed = alternate({ wake, floor }, 2000);
  console.log('\nOne input in production: read the state, wake, ask the condition, emit a message, write the state');
  console.log(
    `  ours  ${(elapsed.wake * 1000).toFixed(2)} µs  ${Math.round(1000 / elapsed.wake).toLocaleString('en')} inputs/s`,
  );
  console.log(`  floor ${(elapsed.floor * 1000).toFixed(2)} µs (the state through JSON and nothing else)`);
}

function parked(): void {
  const plan = compileFlow(recovery);
  const now = Date.parse(start);
  const first = advance(plan, null, { type: 'start' }, now, () => 'pending').state;
  const sending = advance(plan, first, { type: 'wake' }, now + 30 * 60_000, () => 'pending');
  const message = (sending.effects.find(({ type }) => type === 'send') as Extract<Effect, { type: 'send' }>).message;
  const sent = { type: 'outcome', message, outcome: 'sent' } as const;
  const second = advance(plan, sending.state, sent, now + 30 * 60_000, () => 'pending').state;
  const bytes = (state: RunState): number => JSON.stringify(state).length;
  console.log('\nBytes of a run of the PIX recovery flow parked in a delay');
  console.log(`  first delay ${bytes(first)}, second delay ${bytes(second)} (target: under 300)`);
  console.log(`  ${JSON.stringify(second)}`);
}

/** Milliseconds of one call of each candidate. Summing the results keeps the compiler from removing the work. */
function alternate<Name extends string>(candidates: Record<Name, () => number>, calls: number): Record<Name, number> {
  const names = Object.keys(candidates) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -3; round < rounds; round++) {
    for (const name of names) {
      let sum = 0;
      const begin = process.hrtime.bigint();
      for (let call = 0; call < calls; call++) sum += candidates[name]();
      const elapsed = Number(process.hrtime.bigint() - begin) / 1e6 / calls;
      if (sum === 0) throw new Error(`${name} did nothing`);
      if (round >= 0) times[name].push(elapsed);
    }
  }
  const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}
