import { readFileSync } from 'node:fs';
import path from 'node:path';
import { simulate, type Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { startFromEvent, startFromExample } from './test-start.ts';
import {
  factsOf,
  paymentsFor,
  reactionsIn,
  scenarioOf,
  usualTestScenario,
  type TestScenario,
} from './test-scenario.ts';
import { traceOf } from './run-trace.ts';

const templates = path.resolve(import.meta.dirname, '../../../../../../flow/templates');
const template = (name: string): Flow =>
  JSON.parse(readFileSync(path.join(templates, name, 'flow.json'), 'utf8')) as Flow;

const zone = 'America/Sao_Paulo';
const traceFor = (flow: Flow, changes: Partial<TestScenario> = {}) => {
  const testStart = startFromExample(flow);
  const scenario = scenarioOf(flow, testStart, { ...usualTestScenario(flow, testStart), ...changes }, zone);
  return traceOf(flow, scenario, simulate(flow, scenario), 'pt-BR');
};

/** A flow that checks the payment, and ends if it is paid. */
const asking: Flow = {
  name: 'PIX',
  trigger_event: 'pix.generated',
  steps: [
    { type: 'delay', id: 'wait', minutes: 30 },
    {
      type: 'condition',
      id: 'ask',
      branches: [
        {
          id: 'ask-paid',
          label: 'Pago',
          conditions: [{ field: 'payment_status', operator: '=', value: 'paid' }],
          steps: [{ type: 'end', id: 'end' }],
        },
        {
          id: 'ask-pending',
          label: 'Pendente',
          conditions: [{ field: 'payment_status', operator: '=', value: 'pending' }],
          steps: [
            {
              type: 'action',
              id: 'say',
              name: 'send_whatsapp',
              data: { type: 'text', message: 'Oi, {{customer.name}}' },
            },
          ],
        },
      ],
    },
  ],
};

describe('[RUN10] the trace of a test', () => {
  test('of a paid order ends at the paid branch, and explains why the other was not taken', () => {
    const { rows, highlights, lastId } = traceFor(asking, { payment: 'paid' });
    expect(rows.map(({ stepId, outcome }) => [stepId, outcome])).toEqual([
      ['wait', 'Espera 30 minutos'],
      ['ask', 'Seguiu pelo caminho Pago'],
      ['end', 'A automação termina aqui'],
    ]);
    expect(lastId).toBe('end');
    expect(rows[1]!.untaken).toEqual([{ label: 'Pendente', why: 'pedia “pagamento é pendente” (pagamento: pago)' }]);
    expect(highlights['say']).toEqual({
      tone: 'dimmed',
      note: 'não entrou: pedia “pagamento é pendente” (pagamento: pago)',
    });
    expect(highlights['end']).toEqual({ tone: 'passed' });
  });

  test('of an order that is paid during the wait shows the payment', () => {
    expect(traceFor(asking, { payment: 'pays', paidAfter: 29 }).lastId).toBe('end');
    const late = traceFor(asking, { payment: 'pays', paidAfter: 31 });
    expect(late.lastId).toBe('say');
    expect(late.rows.at(-1)!.message?.content).toMatchObject({ message: 'Oi, Ana' });
  });

  test('of a run that an event ends shows this, with the time', () => {
    const { rows, lastId } = traceFor(
      { ...asking, settings: { stopOn: 'payment.confirmed' } },
      { payment: 'pays', paidAfter: 10 },
    );
    expect(rows.map(({ at, icon }) => [at, icon])).toEqual([
      [0, 'clock'],
      [10, 'flag'],
    ]);
    expect(lastId).toBe('wait');
  });

  test('shows the reply of a customer if a list of steps waits for it', () => {
    const flow = template('cart-question');
    expect(reactionsIn(flow)).toContain('reply');
    expect(traceFor(flow, { customer: 'reply' }).rows.some(({ outcome }) => outcome === 'O cliente respondeu')).toBe(
      true,
    );
  });

  test('uses the entered values of fields that conditions read', () => {
    const method: Flow = {
      ...asking,
      steps: [
        {
          type: 'condition',
          id: 'how',
          field: 'payment_method',
          operator: '=',
          value: 'boleto',
          if_false: [{ type: 'end', id: 'end' }],
        },
      ],
    };
    expect(factsOf(method)).toEqual(['payment_method']);
    expect(usualTestScenario(method, startFromExample(method)).facts).toEqual({ payment_method: 'pix' });
    expect(traceFor(method).rows[0]!.untaken).toEqual([
      { label: 'Sim', why: 'pedia “forma de pagamento é boleto” (forma de pagamento: PIX)' },
    ]);
    expect(traceFor(method, { facts: { payment_method: 'boleto' } }).rows[0]!.outcome).toBe('Seguiu pelo caminho Sim');
  });
});

test('the hour of a test is in the store’s time zone', () => {
  const at = (zone: string): string =>
    scenarioOf(
      asking,
      startFromExample(asking),
      { ...usualTestScenario(asking, startFromExample(asking)), hour: '21:30' },
      zone,
    ).start;
  expect(['America/Sao_Paulo', 'America/Rio_Branco', 'UTC'].map(at)).toEqual([
    '2026-01-05T21:30:00-03:00',
    '2026-01-05T21:30:00-05:00',
    '2026-01-05T21:30:00+00:00',
  ]);
});

describe('[RUN10] a test with a real order', () => {
  const at = '2026-11-20T02:30:20.000Z';
  const order = { status: 'PENDING', payment_method: 'boleto', total: 4990, items: [{ name: 'Boné' }] };
  const data = { customer: { name: 'Marina', phone: '+5511912345678' }, order, event: { amount: 4990 } };
  const real = startFromEvent({ data, at }, zone);
  const paid = startFromEvent(
    { data: { ...data, order: { ...order, status: 'PAID', paid_at: '2026-11-20T03:00:20.000Z' } }, at },
    zone,
  );
  const play = (flow: Flow, testStart: typeof real, changes: Partial<TestScenario> = {}) => {
    const scenario = scenarioOf(flow, testStart, { ...usualTestScenario(flow, testStart), ...changes }, zone);
    return { scenario, ...traceOf(flow, scenario, simulate(flow, scenario), 'pt-BR') };
  };

  test('begins at its hour in the store’s time zone, with its data', () => {
    const { scenario, rows } = play(asking, real);
    expect(scenario.start).toBe('2026-11-19T23:30:00-03:00');
    expect(scenario.context).toBe(data);
    expect(rows.at(-1)!.message).toMatchObject({ to: '+5511912345678', content: { message: 'Oi, Marina' } });
  });

  test('uses the current state of the order, and can use the earlier one', () => {
    expect(paymentsFor(real)).toEqual(['waits', 'pays', 'paid', 'refused', 'cancelled']);
    expect(paymentsFor(paid)).toEqual(['waits', 'happened', 'cancelled']);
    expect(play(asking, paid).lastId).toBe('end');
    // Paid exactly after the thirty minutes of the wait.
    expect(play(asking, paid, { payment: 'happened' }).scenario).toMatchObject({
      context: { order: { status: 'PENDING' } },
      changes: [{ at: 30, set: { 'order.status': 'PAID' } }],
    });
  });

  test('prefills the fields, and changes only overwritten values', () => {
    const big: Flow = {
      ...asking,
      steps: [
        { type: 'condition', id: 'big', field: 'amount', operator: '>', value: 10_000, if_true: [{ type: 'end' }] },
      ],
    };
    expect(usualTestScenario(big, real).facts).toEqual({ amount: '4990' });
    expect(play(big, real).rows[0]!.outcome).toBe('Seguiu pelo caminho Não');
    const changed = play(big, real, { facts: { amount: '20000' } });
    expect(changed.scenario.context).toEqual({ ...data, event: { amount: 20_000 } });
    expect(changed.rows[0]!.outcome).toBe('Seguiu pelo caminho Sim');
    expect(play(big, real, { facts: { amount: '' } }).scenario.context).toEqual({ ...data, event: { amount: null } });
  });
});
