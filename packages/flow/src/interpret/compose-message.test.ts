import { expect, test } from 'vitest';
import { limits } from '../members/limits.ts';
import type { SendStep } from '../steps/step.ts';
import { composeMessage } from './compose-message.ts';

const items = Array.from({ length: 100 }, (_, index) => ({ name: `${index} ${'x'.repeat(200)}`, quantity: 1 }));
const source = {
  customer: { name: 'Ana', email: 'ana@cliente.example', phone: '+5511987654321' },
  order: { items },
};
const many = '{{order.items}} '.repeat(10_000);

const send = (name: string, data: object): SendStep => ({ type: 'action', name, data }) as SendStep;
const email = (more: object) =>
  send('send_email', { remetente_nome: 'Loja', remetente_email: 'a@loja.example', subject: 'Oi!', ...more });
const whatsapp = (more: object) => send('send_whatsapp', { type: 'text', ...more });
const reasonOf = (step: SendStep): string => {
  const composed = composeMessage(step, source, { baseUrl: 'https://app.example' });
  return composed.ok ? 'ok' : composed.reason;
};

const answers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, label: '{{customer.name}}' }));

test.each<[string, string, SendStep]>([
  ['an e-mail in HTML', 'EMAIL_TOO_LARGE', email({ html: many })],
  ['an e-mail of metatags without values', 'EMAIL_TOO_LARGE', email({ html: '{{order.number}}'.repeat(10_001) })],
  ['an e-mail in MJML', 'EMAIL_TOO_LARGE', email({ html: `<mjml><mj-body>${many}</mj-body></mjml>` })],
  ['the subject of an e-mail', 'EMAIL_TOO_LARGE', email({ subject: many, html: 'Oi' })],
  ['a text', 'TEXT_TOO_LONG', whatsapp({ message: many })],
  ['a text one character too long', 'TEXT_TOO_LONG', whatsapp({ message: `{{customer.name}}${'💚'.repeat(4_094)}` })],
  ['a text of the longest length', 'ok', whatsapp({ message: `{{customer.name}}${'💚'.repeat(4_093)}` })],
  ['many labels', 'TEXT_TOO_LONG', whatsapp({ type: 'button-list', buttonList: { buttons: answers(50_000) } })],
  ['few labels', 'ok', whatsapp({ type: 'button-list', message: 'Oi', buttonList: { buttons: answers(10) } })],
  [
    'the variables of a template',
    'TEXT_TOO_LONG',
    whatsapp({ message: 'Oi', template: { name: 'a', parameters: [many] } }),
  ],
  ['an SMS', 'SMS_TOO_LONG', send('send_sms', { message: many })],
])('[TAG5] the texts of a message have a limit together: %s', (_, reason, step) => {
  expect(reasonOf(step)).toBe(reason);
});

test('[TAG5] a text of the longest length is composed whole', () => {
  const html = '{{customer.name}}'.padEnd(limits.rendered.email - 100, 'x');
  expect(reasonOf(email({ html }))).toBe('ok');
});
