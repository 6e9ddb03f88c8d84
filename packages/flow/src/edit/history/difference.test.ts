import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walkFlow } from '../../definition/walk.ts';
import { arbitraryDraft, arbitraryDraw, counter, operationFor } from '../../testing/arbitrary-operation.ts';
import { check, delay, email, flowOf, sms, statusIs, whatsapp } from '../../testing/build-flow.ts';
import { applyOperations } from './apply.ts';
import { differencesBetween } from './difference.ts';
import type { Operation } from '../operation.ts';

const flow = flowOf([delay(30), check('pay', { paid: [], pending: [sms('first')] }), email('mail')]);

function changed(...operations: Operation[]): unknown[] {
  const applied = applyOperations(flow, operations, counter());
  if (!applied.ok) throw new Error(applied.code);
  return differencesBetween(flow, applied.flow);
}

describe('[EDT2] differences by the ids of steps, as text', () => {
  test('include added, removed and moved steps', () => {
    const pending = { conditionNodeId: 'pay', branchId: 'pay-pending' };
    expect(
      changed(
        { op: 'create_step', step: whatsapp('oi'), ...pending },
        { op: 'remove_step', nodeId: 'first' },
        { op: 'move_step', nodeId: 'mail' },
      ),
    ).toEqual([
      {
        id: 'mail',
        kind: 'moved',
        step: 'Envia e-mail: “mail”',
        from: 'caminho principal, passo 3',
        to: 'caminho principal, passo 1',
      },
      {
        id: 'oi',
        kind: 'added',
        step: 'Envia WhatsApp: “oi”',
        where: 'Escolhe: pay-paid, pay-pending › pay-pending, passo 1',
      },
      {
        id: 'first',
        kind: 'removed',
        step: 'Envia SMS: “first”',
        where: 'Escolhe: pay-paid, pay-pending › pay-pending, passo 1',
      },
    ]);
  });

  test('include changed steps, with both values of every member', () => {
    const conditions = [statusIs('failed')];
    expect(
      changed(
        { op: 'update_step', nodeId: 'wait-30', changes: { minutes: 90 } },
        { op: 'update_step', nodeId: 'first', changes: { 'data.message': 'Oi!' } },
        {
          op: 'update_branch',
          conditionNodeId: 'pay',
          branchId: 'pay-paid',
          changes: { conditions, label: 'Recusado' },
        },
        { op: 'update_trigger', triggerEvent: 'boleto.generated' },
      ),
    ).toMatchObject([
      {
        id: 'trigger-0',
        members: [{ member: 'trigger_event', label: 'Gatilho', before: 'PIX gerado', after: 'Boleto gerado' }],
      },
      { id: 'wait-30', members: [{ label: 'Espera', before: '30 minutos', after: '1 hora e 30 minutos' }] },
      {
        id: 'pay',
        members: [
          { member: 'branches', before: 'pay-paid, pay-pending', after: 'Recusado, pay-pending' },
          {
            member: 'branches[pay-paid].conditions',
            label: 'pay-paid: Regras',
            before: 'pagamento é pago',
            after: 'pagamento é recusado',
          },
          { member: 'branches[pay-paid].label', before: null, after: 'Recusado' },
        ],
      },
      { id: 'first', members: [{ member: 'data.message', label: 'Texto', before: 'first', after: 'Oi!' }] },
    ]);
  });

  test('exclude a step with new neighbours, and steps inside a moved step', () => {
    expect(changed({ op: 'create_step', step: sms('n') })).toMatchObject([{ id: 'n', kind: 'added' }]);
    const paid = { conditionNodeId: 'pay', branchId: 'pay-paid' };
    expect(
      changed({ op: 'move_step', nodeId: 'mail', ...paid }, { op: 'move_step', nodeId: 'wait-30', afterNodeId: 'pay' }),
    ).toMatchObject([
      { id: 'mail', kind: 'moved' },
      { id: 'wait-30', kind: 'moved' },
    ]);
  });

  test('are none between a flow and itself, exist after every operation, and swap additions and removals in reverse', () => {
    const law = fc.property(arbitraryDraft, arbitraryDraw, (before, draw) => {
      expect(differencesBetween(before, JSON.parse(JSON.stringify(before)) as typeof before)).toEqual([]);
      const applied = applyOperations(before, [operationFor(before, draw)], counter());
      if (!applied.ok) return;
      const { flow: after } = applied;
      const found = differencesBetween(before, after, 'en');
      // Removing an empty branch changes nothing that runs.
      const same = JSON.stringify(before) === JSON.stringify(after);
      if (draw.name !== 'remove_branch') expect(found.length > 0).toBe(!same);
      const ids = (kind: string, of: typeof found): string[] =>
        of.filter((one) => one.kind === kind).map(({ id }) => id);
      const back = differencesBetween(after, before, 'en');
      expect(ids('added', found).sort()).toEqual(ids('removed', back).sort());
      const had = new Set([...walkFlow(before)].map(({ step }) => step.id));
      const has = [...walkFlow(after)].map(({ step }) => step.id!);
      expect(ids('added', found)).toEqual(has.filter((id) => !had.has(id)));
    });
    fc.assert(law, { seed: 11, numRuns: 120 });
  });
});
