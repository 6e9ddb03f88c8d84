import { describe, expect, test } from 'vitest';
import type { Rule } from '../steps/step.ts';
import { describeRule } from './describe.ts';

describe('a rule as text', () => {
  test.each<[Rule, string, string]>([
    [{ field: 'payment_status', operator: '=', value: 'PAID' }, 'status do pagamento é pago', 'payment status is paid'],
    [
      { field: 'payment_method', operator: 'in', value: ['pix', 'credit_card'] },
      'forma de pagamento é um de PIX, cartão de crédito',
      'payment method is one of PIX, credit card',
    ],
    [
      { field: 'tracking.status', operator: '!=', value: 'pending' },
      'Situação atual do envio não é aguardando postagem',
      'Current status of the shipment is not waiting to be posted',
    ],
    [
      { field: 'customer.name', operator: '=', value: 'paid' },
      'Nome completo do cliente é paid',
      'Full name of the customer is paid',
    ],
  ])('%j: labels of known fields, and the shopper’s own fields unchanged', (rule, pt, en) => {
    expect([describeRule(rule, 'pt-BR'), describeRule(rule, 'en')]).toEqual([pt, en]);
  });
});
