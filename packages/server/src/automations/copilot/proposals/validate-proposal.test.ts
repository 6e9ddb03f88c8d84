import { triggers, validatesTrigger, type Flow, type Trigger } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { validateProposal, type ProposalCheck } from './validate-proposal.ts';

const flowOf = (trigger_event: Trigger, message = 'Oi!'): Flow => ({
  name: 'Recuperar',
  trigger_event,
  steps: [
    { type: 'delay', id: 'espera', minutes: 30 },
    { type: 'action', id: 'aviso', name: 'send_whatsapp', data: { type: 'text', message } },
  ],
});

const propose = (flow: Flow, intent: string, operations: object[]): ProposalCheck =>
  validateProposal(
    flow,
    {
      intent,
      summary: intent,
      userSummary: 'Muda o passo aviso',
      confidence: 'high',
      locationLabel: '',
      expectedResult: '',
      operations,
      affectedNodeIds: [],
      requiredSafetyChanges: [],
      optionalSuggestions: [],
      changesPreview: [],
      disambiguationOptions: [],
    },
    { locale: 'pt-BR', newId },
  );

const withText = (flow: Flow, message: string): ProposalCheck =>
  propose(flow, 'update_message', [{ op: 'update_step', nodeId: 'aviso', changes: { 'data.message': message } }]);

describe('[EDT5] metatags of a proposal', () => {
  test.each(triggers)('%s: legacy and sensitive ones are refused', (trigger) => {
    for (const metatag of [
      '{{payment.pix_code}}',
      '{{payment.expiration_time}}',
      '{{current_year}}',
      '{{customer.document}}',
      '{{lead.document}}',
      '{{coupon.code}}',
    ])
      expect(withText(flowOf(trigger), `Oi! ${metatag}`).ok, metatag).toBe(false);
    expect(withText(flowOf(trigger), 'Oi da {{store.name}}!').ok).toBe(true);
  });

  test('those that the person used may stay in a changed text', () => {
    for (const trigger of triggers.filter((one) => !validatesTrigger(one) || one === 'pix.generated')) {
      const flow = flowOf(trigger, 'CPF {{customer.document}} {{current_year}}');
      expect(withText(flow, 'O seu CPF: {{customer.document}} {{current_year}}').ok, trigger).toBe(true);
    }
  });

  test('a text that the validator doubts is refused', () => {
    expect(withText(flowOf('pix.generated'), 'Total: R$ {{order.total}}').ok).toBe(false);
  });
});

describe('[EDT5] a new trigger', () => {
  test('is proposed with what it means for the steps that were there', () => {
    const checked = propose(flowOf('payment.confirmed'), 'update_trigger', [
      { op: 'update_trigger', triggerEvent: 'cart.abandoned' },
    ]);
    expect(checked).toMatchObject({
      ok: true,
      flow: { trigger_event: 'cart.abandoned' },
      envelope: { optionalSuggestions: [expect.stringContaining('pode chegar a quem já pagou')] },
    });
  });

  test('does not excuse a reminder that comes with it', () => {
    const checked = propose(flowOf('payment.confirmed'), 'update_trigger', [
      { op: 'update_trigger', triggerEvent: 'cart.abandoned' },
      {
        op: 'create_step',
        step: {
          type: 'action',
          actionType: 'send_sms',
          label: 'Lembrete',
          config: { content: { type: 'text', text: 'Volte!' } },
        },
        afterNodeId: 'aviso',
      },
    ]);
    expect(checked.ok).toBe(false);
  });

  test('is refused where the messages use metatags that it does not have', () => {
    const checked = propose(flowOf('pix.generated', '{{order.pix_code}}'), 'update_trigger', [
      { op: 'update_trigger', triggerEvent: 'cart.abandoned' },
    ]);
    expect(checked.ok).toBe(false);
  });
});
