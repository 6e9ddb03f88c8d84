import { readFileSync } from 'node:fs';
import path from 'node:path';
import { simulate, type Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { factsOf, reactionsIn, scenarioOf, usualSituation, type Situation } from './situation.ts';
import { storyOf } from './story.ts';

const templates = path.resolve(import.meta.dirname, '../../../../../flow/templates');
const template = (name: string): Flow =>
  JSON.parse(readFileSync(path.join(templates, name, 'flow.json'), 'utf8')) as Flow;

const tell = (flow: Flow, changes: Partial<Situation> = {}) => {
  const scenario = scenarioOf(flow, { ...usualSituation(flow), ...changes }, '2026-01-05', 'America/Sao_Paulo');
  return storyOf(flow, scenario, simulate(flow, scenario), 'pt-BR');
};

/** A flow that asks whether it is paid, and ends where it is. */
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

describe('[C10] a test in words', () => {
  test('of a paid order ends where the paid branch ends, and says why the other was not taken', () => {
    const { rows, marks, lastId } = tell(asking, { payment: 'paid' });
    expect(rows.map(({ stepId, outcome }) => [stepId, outcome])).toEqual([
      ['wait', 'Espera 30 minutos'],
      ['ask', 'Seguiu pelo ramo Pago'],
      ['end', 'A automação termina aqui'],
    ]);
    expect(lastId).toBe('end');
    expect(rows[1]!.untaken).toEqual([{ label: 'Pendente', why: 'pedia pagamento = pendente (pagamento: pago)' }]);
    expect(marks['say']).toEqual({ tone: 'dimmed', note: 'não entrou: pedia pagamento = pendente (pagamento: pago)' });
    expect(marks['end']).toEqual({ tone: 'passed' });
  });

  test('of one that is paid while it waits sees the payment', () => {
    expect(tell(asking, { payment: 'pays', paidAfter: 29 }).lastId).toBe('end');
    const late = tell(asking, { payment: 'pays', paidAfter: 31 });
    expect(late.lastId).toBe('say');
    expect(late.rows.at(-1)!.message?.content).toMatchObject({ message: 'Oi, Ana' });
  });

  test('of one that an event ends says so, when it came', () => {
    const { rows, lastId } = tell(
      { ...asking, settings: { stopOn: 'payment.confirmed' } },
      { payment: 'pays', paidAfter: 10 },
    );
    expect(rows.map(({ at, icon }) => [at, icon])).toEqual([
      [0, 'clock'],
      [10, 'flag'],
    ]);
    expect(lastId).toBe('wait');
  });

  test('takes the reply of a customer up where a list of steps waits for it', () => {
    const flow = template('cart-question');
    expect(reactionsIn(flow)).toContain('reply');
    expect(tell(flow, { customer: 'reply' }).rows.some(({ outcome }) => outcome === 'O cliente respondeu')).toBe(true);
  });

  test('asks for the fields that conditions look at, and takes what it is told', () => {
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
    expect(usualSituation(method).facts).toEqual({ payment_method: 'pix' });
    expect(tell(method).rows[0]!.untaken).toEqual([
      { label: 'Sim', why: 'pedia forma de pagamento = boleto (forma de pagamento: PIX)' },
    ]);
    expect(tell(method, { facts: { payment_method: 'boleto' } }).rows[0]!.outcome).toBe('Seguiu pelo ramo Sim');
  });
});

test('the hour of a test is one of the store’s clocks', () => {
  const at = (zone: string): string =>
    scenarioOf(asking, { ...usualSituation(asking), hour: '21:30' }, '2026-01-05', zone).start;
  expect(['America/Sao_Paulo', 'America/Rio_Branco', 'UTC'].map(at)).toEqual([
    '2026-01-05T21:30:00-03:00',
    '2026-01-05T21:30:00-05:00',
    '2026-01-05T21:30:00+00:00',
  ]);
});
