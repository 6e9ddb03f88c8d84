import { expect, test } from 'vitest';
import { branchNameOf, followsRules } from './branch-name.ts';
import type { Rule } from './members.ts';

const status = (operator: '=' | '!=', value: string): Rule => ({ field: 'payment_status', operator, value });
const above = (cents: number): Rule => ({ field: 'amount', operator: '>', value: cents });

test('[EDT18] a branch is named after its rules', () => {
  const name = (...conditions: Rule[]) => branchNameOf({ conditions }, 'pt-BR');
  expect(name(status('=', 'pending'))).toBe('Ainda não pagou');
  expect(name(status('!=', 'paid'))).toBe('Ainda não pagou');
  expect(name(status('=', 'PAID'))).toBe('Já pagou');
  expect(name(status('!=', 'pending'))).toBe('Pagamento não é pendente');
  expect(name(above(20_000))).toBe('Valor acima de R$\u00a0200,00');
  expect(name(above(20_000), status('=', 'paid'))).toBe('Valor acima de R$\u00a0200,00 e pagamento é pago');
  expect(name()).toBe('');
});

test('[EDT18] a name follows the rules unless someone typed another', () => {
  const paid = { conditions: [status('=', 'paid')] };
  for (const label of [undefined, ' ', 'Já pagou', 'Paid', 'Pago', 'Ramo 2', 'Caminho 12'])
    expect([label, followsRules(label, paid)]).toEqual([label, true]);
  for (const label of ['Ainda não pagou', 'Clientes da casa', 'Caminho feliz'])
    expect([label, followsRules(label, paid)]).toEqual([label, false]);
  expect(followsRules('Pago', { conditions: [above(20_000)] })).toBe(false);
  expect(followsRules('Valor acima de R$\u00a0200,00', { conditions: [above(20_000)] })).toBe(true);
});
