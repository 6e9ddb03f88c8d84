import type { Branch, Flow } from '@retoma/flow';
import { expect, test } from 'vitest';
import { newBranches, newStep } from './new-steps.ts';

const flow = { name: 'X', trigger_event: 'pix.generated', steps: [] } as unknown as Flow;
const dataOf = (step: object): unknown => (step as { data: unknown }).data;

test('[EDT14] a new e-mail is from the store’s default sender, and has no sender where the store has none', () => {
  const sender = { name: 'Loja Aurora', address: 'oi@lojaaurora.example' };
  expect(dataOf(newStep('email', flow, 'pt-BR', sender))).toMatchObject({
    remetente_nome: 'Loja Aurora',
    remetente_email: 'oi@lojaaurora.example',
    subject: '',
  });
  expect(dataOf(newStep('email', flow, 'pt-BR'))).toMatchObject({ remetente_nome: '', remetente_email: '' });
  const before = newStep('email', flow, 'pt-BR', sender);
  const nameAlone = { name: 'Loja Aurora', address: '' };
  expect(dataOf(newStep('email', { ...flow, steps: [before] }, 'pt-BR', nameAlone))).toMatchObject({
    remetente_email: 'oi@lojaaurora.example',
  });
  expect(dataOf(newStep('sms', flow, 'pt-BR', sender))).toEqual({ message: '' });
});

test('[EDT18] the first branch of a new condition takes the people whom a reminder below it is for', () => {
  const first = (trigger: string) => {
    const [{ label, conditions }] = newBranches({ ...flow, trigger_event: trigger } as Flow, 'pt-BR') as [Branch];
    return `${label}: ${conditions[0]!.operator} ${String(conditions[0]!.value)}`;
  };
  expect(first('pix.generated')).toBe('Ainda não pagou: = pending');
  expect(first('boleto.generated')).toBe('Ainda não pagou: = pending');
  expect(first('cart.abandoned')).toBe('Ainda não pagou: != paid');
  expect(first('payment.failed')).toBe('Pagamento recusado: = failed');
  expect(first('payment.confirmed')).toBe('Já pagou: = paid');
});
