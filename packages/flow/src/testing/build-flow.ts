import type { Flow, FlowSettings } from '../definition/flow.ts';
import type { Rule, Step, Steps } from '../steps/step.ts';
import type { SimulationResult } from '../simulate/answer.ts';
import type { Scenario } from '../simulate/scenario.ts';
import { simulate } from '../simulate/simulate.ts';

// Short builders of flows and scenarios, and their traces as text, for tests.

/** A flow with these steps. */
export const flowOf = (steps: Steps, settings?: FlowSettings): Flow => ({
  name: 'Teste',
  trigger_event: 'pix.generated',
  ...(settings && { settings }),
  steps,
});

export const delay = (minutes: number, more: Partial<Step> = {}): Step =>
  ({ type: 'delay', id: `wait-${minutes}`, minutes, ...more }) as Step;

export const whatsapp = (id: string, more: { [list: string]: unknown } = {}): Step => ({
  type: 'action',
  id,
  name: 'send_whatsapp',
  data: { type: 'text', message: id },
  ...more,
});

export const email = (id: string, more: { [list: string]: unknown } = {}): Step => ({
  type: 'action',
  id,
  name: 'send_email',
  data: { remetente_nome: 'Loja', remetente_email: 'oi@loja.example', subject: id, html: `<p>${id}</p>` },
  ...more,
});

export const sms = (id: string, more: { [list: string]: unknown } = {}): Step => ({
  type: 'action',
  id,
  name: 'send_sms',
  data: { message: id },
  ...more,
});

export const end = (more: Partial<Step> = {}): Step => ({ type: 'end', id: 'end', ...more }) as Step;

export const retry = (steps: Steps, more: { [member: string]: unknown } = {}): Step => ({
  type: 'retry',
  id: 'retry',
  steps,
  ...more,
});

export const loop = (steps: Steps, more: { [member: string]: unknown } = {}): Step => ({
  type: 'loop',
  id: 'loop',
  steps,
  ...more,
});

export const statusIs = (value: string): Rule => ({ field: 'payment_status', operator: '=', value });

/** A condition with a branch for each payment status; undefined steps mean the flat format. */
export const check = (id: string, branches: { [status: string]: Steps | undefined }): Step => ({
  type: 'condition',
  id,
  branches: Object.entries(branches).map(([status, steps]) => ({
    id: `${id}-${status}`,
    conditions: [statusIs(status)],
    ...(steps && { steps }),
  })),
});

/** A scenario of a reachable customer with an unpaid order. */
export const scenarioOf = (more: Partial<Scenario> = {}): Scenario => ({
  start: '2026-01-05T12:00:00-03:00',
  context: {
    customer: { name: 'Ana', phone: '+5511987654321', email: 'ana@example.com' },
    order: { id: '1001', status: 'PENDING', payment_method: 'pix', total: 12990 },
  },
  ...more,
});

/** A run's entries as text: `30 lembrete sent`, `35 onResponse@steps[0]#1 lembrete starts`. */
export function traceLines({ trace }: Pick<SimulationResult, 'trace'>): string[] {
  return trace.map(({ at, thread, path, id, type: _type, outcome, ...more }) => {
    const others = Object.values(more).map(String);
    return [at, ...(thread === 'main' ? [] : [thread]), id ?? path, outcome, ...others].join(' ');
  });
}

/** The entries of a flow in a scenario, as text, and its outcome. */
export function played(flow: Flow, more: Partial<Scenario> = {}): string[] {
  const answer = simulate(flow, scenarioOf(more));
  return [...traceLines(answer), answer.reason ? `${answer.outcome} ${answer.reason}` : answer.outcome];
}
