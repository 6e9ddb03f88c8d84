import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../../definition/flow.ts';
import { readFlow } from '../../validate/import.ts';
import { walkFlow } from '../../definition/walk.ts';
import { arbitraryFlatFlow } from '../../testing/arbitrary-flow.ts';
import { arbitraryDraft, arbitraryDraw, counter, operationFor } from '../../testing/arbitrary-operation.ts';
import { check, delay, email, end, flowOf, sms } from '../../testing/build-flow.ts';
import { applyInverse } from '../history/inverse.ts';
import { intents } from './envelope.ts';
import { checkProposal } from './proposal.ts';

const flow: Flow = flowOf([delay(30), check('check1', { paid: [end()], pending: [sms('lembrete')] }), email('mail')]);

const envelope = (more: object = {}): object => ({
  intent: 'create_step',
  summary: 'create_step after wait-30',
  userSummary: 'Um lembrete novo depois da espera',
  confidence: 'high',
  locationLabel: 'Depois de “Espera 30 minutos”',
  expectedResult: 'Quem não pagou recebe mais um lembrete',
  operations: [],
  affectedNodeIds: [],
  requiredSafetyChanges: [],
  optionalSuggestions: [],
  changesPreview: [],
  disambiguationOptions: [],
  ...more,
});
const message = (text: string): object => ({
  type: 'action',
  actionType: 'send_whatsapp',
  label: 'Lembrete',
  config: { content: { type: 'text', text } },
});

const checked = (more: object, of: Flow = flow): ReturnType<typeof checkProposal> =>
  checkProposal(of, envelope(more), counter());
/** `CODE path` of each issue. */
function faults(more: object, of: Flow = flow): string[] {
  const answer = checked(more, of);
  return answer.ok ? [] : answer.faults.map(({ code, path }) => `${code} ${path}`);
}
const operate = (...operations: object[]): object => ({ operations });

describe('[DEF10] a proposal', () => {
  test('is applied to a copy, with all affected ids', () => {
    const before = JSON.stringify(flow);
    const answer = checked({
      operations: [
        { op: 'create_step', step: message('Oi!'), afterNodeId: 'wait-30' },
        {
          op: 'update_step',
          nodeId: 'lembrete',
          step: {
            type: 'action',
            actionType: 'send_sms',
            config: { content: { type: 'text', text: 'Ainda dá tempo.' } },
          },
        },
        {
          op: 'update_step',
          nodeId: 'mail',
          step: {
            type: 'action',
            actionType: 'send_email',
            config: { content: { type: 'email', html: '<p>Novo</p>' } },
          },
        },
      ],
      affectedNodeIds: ['wait-30'],
      changesPreview: [{ nodeId: null, humanLabel: 'Lembrete', before: null, after: 'Oi!' }],
    });
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    expect(JSON.stringify(flow)).toBe(before);
    expect([...walkFlow(answer.flow)].map(({ step }) => step.id)).toEqual([
      'wait-30',
      'new-1',
      'check1',
      'end',
      'lembrete',
      'mail',
    ]);
    expect(answer.envelope.affectedNodeIds).toEqual(['wait-30', 'new-1', 'lembrete', 'mail']);
    expect(answer.differences.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'added new-1',
      'changed lembrete',
      'changed mail',
    ]);
    expect(answer.flow.steps[3]).toMatchObject({
      data: { subject: 'mail', remetente_nome: 'Loja', html: '<p>Novo</p>' },
    });
    const undone = applyInverse(answer.flow, answer.inverse);
    expect(undone.ok && JSON.stringify(undone.flow)).toBe(before);
  });

  test('reports all issues together', () => {
    expect(
      faults({ intent: 'rewrite', confidence: 'sure', summary: ' ', operations: {}, changesPreview: [{}] }),
    ).toEqual([
      'INVALID_PROPOSAL intent',
      'INVALID_PROPOSAL summary',
      'INVALID_PROPOSAL confidence',
      'INVALID_PROPOSAL operations',
      'INVALID_PROPOSAL changesPreview',
    ]);
    for (const answer of [null, 'Oi', [], {}]) expect(checkProposal(flow, answer, counter()).ok).toBe(false);
  });

  test('with content that becomes several steps keeps their order, at any position', () => {
    const step = {
      type: 'action',
      actionType: 'send_whatsapp',
      config: { content: { type: 'text_audio', text: 'Oi', url: 'https://loja.example/a.mp3' } },
    };
    for (const operation of [
      { op: 'create_step', step, afterNodeId: 'wait-30' },
      { op: 'insert_after', step, afterNodeId: 'wait-30' },
      { op: 'insert_before', step, beforeNodeId: 'check1' },
      { op: 'insert_between', step, afterNodeId: 'wait-30', beforeNodeId: 'check1' },
    ]) {
      const answer = checked(operate(operation));
      expect(answer.ok && answer.flow.steps.slice(1, 3)).toMatchObject([
        { data: { type: 'audio' } },
        { data: { type: 'text' } },
      ]);
    }
    expect(faults(operate({ op: 'update_step', nodeId: 'lembrete', step }))).toEqual(['SEVERAL_STEPS operations[0]']);
  });

  test('that would leave errors or empty metatags is refused; existing issues do not matter', () => {
    const wrongField = { field: 'order.status', operator: '=', value: 'PAID' };
    const condition = { type: 'condition', config: { branches: [{ id: 'b', conditions: [wrongField] }] } };
    expect(faults(operate({ op: 'create_step', step: condition }))).toEqual(['INVALID_RESULT operations[0]']);
    const qr = { op: 'create_step', step: message('{{order.pix_qr_code}}') };
    expect(faults(operate(qr))).toEqual(['INVALID_METATAGS operations']);
    const wrong = flowOf([{ ...sms('wrong'), data: { message: '{{order.pix_qr_code}}' } } as never]);
    expect(faults(operate({ op: 'create_step', step: message('Oi') }), wrong)).toEqual([]);
    expect(faults(operate({ op: 'update_trigger', triggerEvent: 'pix.gerado' }))).toEqual([
      'INVALID_MEMBER operations[0]',
    ]);
  });

  test('for a flat flow is refused until the flow is converted', () => {
    const law = fc.property(arbitraryFlatFlow, (flat) => {
      expect(faults(operate({ op: 'create_step', step: message('Oi') }), flat)).toEqual(['FLAT_FLOW operations']);
    });
    fc.assert(law, { seed: 2, numRuns: 20 });
  });

  test('from any model output causes no exception, and an accepted one gives a valid flow', () => {
    const proposed = fc.oneof(fc.jsonValue(), fc.record({ op: fc.constant('create_step'), step: fc.jsonValue() }));
    let passed = 0;
    const law = fc.property(
      arbitraryDraft,
      arbitraryDraw,
      fc.oneof(fc.constant([]), fc.array(proposed, { maxLength: 2 })),
      (draft, draw, more) => {
        const operations = [operationFor(draft, draw), ...more];
        const answer = checkProposal(draft, envelope({ operations }), counter());
        if (answer.ok) passed++;
        if (answer.ok) expect(readFlow(answer.flow).ok).toBe(true);
        else expect(answer.faults.length).toBeGreaterThan(0);
      },
    );
    fc.assert(law, { seed: 12, numRuns: 150 });
    expect(passed).toBeGreaterThan(10);
  });
});

const option = { humanLabel: 'O lembrete', nodeId: 'lembrete', description: 'O SMS de quem ainda não pagou' };

describe('confidence', () => {
  test.each(['high', 'medium'])('[COP1] with confidence %s a requested change has operations', (confidence) => {
    for (const intent of intents) {
      const changes = !['explain_flow', 'review_flow', 'clarify'].includes(intent);
      expect(faults({ intent, confidence })).toEqual(changes ? ['NO_OPERATIONS operations'] : []);
      const operations = [{ op: 'remove_step', nodeId: 'mail' }];
      expect(faults({ intent, confidence, operations })).toEqual(changes ? [] : ['INVALID_PROPOSAL operations']);
    }
  });

  test('[COP2] with confidence low there are options and no operations', () => {
    const operations = [{ op: 'remove_step', nodeId: 'mail' }];
    const disambiguationOptions = [option];
    expect(faults({ confidence: 'low', disambiguationOptions })).toEqual([]);
    expect(faults({ confidence: 'low', operations })).toEqual([
      'UNSURE_OPERATIONS operations',
      'NO_OPTIONS operations',
    ]);
  });
});

describe('[COP6] ids', () => {
  test('unknown ids are refused everywhere', () => {
    const step = message('Oi');
    expect(faults({ affectedNodeIds: ['ghost'], ...operate({ op: 'remove_step', nodeId: 'mail' }) })).toEqual([
      'INVENTED_ID affectedNodeIds[0]',
    ]);
    const ghost = { ...option, nodeId: 'ghost' };
    expect(faults({ confidence: 'low', disambiguationOptions: [ghost] })).toEqual([
      'INVENTED_ID disambiguationOptions[0].nodeId',
    ]);
    for (const operation of [
      { op: 'create_step', step, afterNodeId: 'ghost' },
      { op: 'create_step', step, conditionNodeId: 'check1', branchId: 'ghost' },
      { op: 'insert_between', step, afterNodeId: 'wait-30', beforeNodeId: 'ghost' },
      { op: 'move_to_branch', nodeId: 'ghost', conditionNodeId: 'check1', branchId: 'check1-paid' },
      { op: 'update_step', nodeId: 'ghost', step },
      { op: 'update_step', nodeId: 'ghost', changes: {} },
    ]) {
      expect(faults(operate(operation))).toEqual(['INVENTED_ID operations[0]']);
    }
  });

  test('later operations may name a branch that the proposal adds', () => {
    const branch = { id: 'check1-failed', conditions: [{ field: 'payment_status', operator: '=', value: 'failed' }] };
    const add = { op: 'add_branch', conditionNodeId: 'check1', branch };
    const fill = { op: 'create_step', step: message('Oi'), conditionNodeId: 'check1', branchId: 'check1-failed' };
    expect(faults(operate(add, fill))).toEqual([]);
    expect(faults(operate(fill, add))).toEqual(['INVENTED_ID operations[0]']);
  });

  test('new steps have no ids, and ids do not change', () => {
    const step = { ...message('Oi'), id: 'novo' };
    expect(faults(operate({ op: 'create_step', step }))).toEqual(['GIVEN_ID operations[0]']);
    expect(faults(operate({ op: 'update_step', nodeId: 'mail', changes: { id: 'novo' } }))).toEqual([
      'GIVEN_ID operations[0]',
    ]);
    const branch = { id: 'b', conditions: [], steps: [{ type: 'end', id: 'novo' }] };
    expect(faults(operate({ op: 'add_branch', conditionNodeId: 'check1', branch }))).toEqual([
      'GIVEN_ID operations[0]',
    ]);
  });

  test('the root is never removed; webhook, coupon and editor-only operations are refused', () => {
    expect(faults(operate({ op: 'remove_step', nodeId: 'trigger-0' }))).toEqual(['ROOT_STAYS operations[0]']);
    const webhook = { type: 'action', name: 'webhook', data: {} };
    for (const operation of [
      { op: 'create_step', step: { type: 'action', actionType: 'create_coupon', config: {} } },
      { op: 'update_step', nodeId: 'mail', changes: { name: 'webhook' } },
      { op: 'add_branch', conditionNodeId: 'check1', branch: { id: 'b', conditions: [], steps: [webhook] } },
    ]) {
      expect(faults(operate(operation))).toEqual(['NOT_PROPOSED operations[0]']);
    }
    expect(faults(operate({ op: 'duplicate', nodeId: 'mail' }))).toEqual(['NOT_FOR_COPILOT operations[0]']);
    expect(faults(operate({ op: 'explode' }))).toEqual(['UNKNOWN_OPERATION operations[0]']);
  });
});
