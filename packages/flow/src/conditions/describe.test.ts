import { describe, expect, test } from 'vitest';
import type { Rule } from '../steps/step.ts';
import { describeRule } from './describe.ts';

const reais = (digits: string): string => `R$\u00a0${digits}`;

describe('a rule as text', () => {
  test.each<[Rule, string, string]>([
    [{ field: 'payment_status', operator: '=', value: 'PAID' }, 'pagamento é pago', 'payment is paid'],
    [
      { field: 'payment_method', operator: 'in', value: ['pix', 'credit_card'] },
      'forma de pagamento é PIX ou cartão de crédito',
      'payment method is PIX or credit card',
    ],
    [
      { field: 'tracking.status', operator: '!=', value: 'pending' },
      'situação atual do envio não é aguardando postagem',
      'current status of the shipment is not waiting to be posted',
    ],
    [
      { field: 'customer.name', operator: '=', value: 'paid' },
      'nome completo do cliente é paid',
      'full name of the customer is paid',
    ],
    [
      { field: 'payment_status', operator: 'not-in', value: ['paid', 'pending', 'failed'] },
      'pagamento não é pago, pendente nem recusado',
      'payment is not paid, pending or refused',
    ],
    [
      { field: 'amount', operator: '>', value: 20_000 },
      `valor acima de ${reais('200,00')}`,
      `amount above ${reais('200.00')}`,
    ],
    [
      { field: 'order.total', operator: '>=', value: '120050' },
      `total do pedido a partir de ${reais('1.200,50')}`,
      `order total from ${reais('1,200.50')}`,
    ],
    [{ field: 'amount', operator: '<', value: 5 }, `valor abaixo de ${reais('0,05')}`, `amount below ${reais('0.05')}`],
    [
      { field: 'amount', operator: '<=', value: 20_000 },
      `valor até ${reais('200,00')}`,
      `amount up to ${reais('200.00')}`,
    ],
    [{ field: 'lead.score', operator: '>', value: 3 }, 'lead.score maior que 3', 'lead.score greater than 3'],
  ])('[DEF5] %j: labels of known fields, and the shopper’s own fields unchanged', (rule, pt, en) => {
    expect([describeRule(rule, 'pt-BR'), describeRule(rule, 'en')]).toEqual([pt, en]);
  });
});
