import { describe, expect, test } from 'vitest';
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

describe('[TAG5] a list that is too long for WhatsApp', () => {
  const link = 'https://loja.example/c/1';
  const textOf = (data: object, member = 'message'): string => {
    const composed = composeMessage(whatsapp(data), source, { baseUrl: 'https://app.example' });
    if (!composed.ok) throw new Error(composed.reason);
    return String((composed.content as Record<string, unknown>)[member]);
  };

  test.each(['order.items', 'order.items_names', 'order.items_with_price'])('{{%s}} is shortened', (name) => {
    const text = textOf({ message: `Seu carrinho: {{${name}}}. ${link}` });
    expect(text.length).toBeLessThanOrEqual(4096);
    expect(text.length).toBeGreaterThan(3800);
    const [, start = '', left = ''] = /^Seu carrinho: (.*) e mais (\d+) itens\. https/.exec(text) ?? [];
    expect(start.split(', ').length + Number(left)).toBe(100);
    expect(text.endsWith(link)).toBe(true);
  });

  test('two lists share the room, and a list without room is a number', () => {
    const twice = textOf({ message: '{{order.items}}|{{order.items_names}}' });
    expect(twice.length).toBeLessThanOrEqual(4096);
    expect(twice.match(/ e mais \d+ itens/g)).toHaveLength(2);
    expect(textOf({ message: `${'x'.repeat(4080)} {{order.items}}` })).toBe(`${'x'.repeat(4080)} 100 itens`);
  });

  test('a caption and the variable of a template are shorter than a message', () => {
    const caption = textOf({ type: 'image', image: 'https://loja.example/a.jpg', message: '{{order.items}}' });
    expect(caption.length).toBeLessThanOrEqual(1024);
    const composed = composeMessage(
      whatsapp({ message: 'Oi', template: { name: 'carrinho', parameters: ['{{customer.name}}', '{{order.items}}'] } }),
      source,
      { baseUrl: 'https://app.example' },
    );
    const { template } = (composed.ok ? composed.content : {}) as { template?: { parameters: string[] } };
    expect(template?.parameters[0]).toBe('Ana');
    expect(template?.parameters[1]).toMatch(/^1x 0 x{200}, 1x 1 x{200} e mais 98 itens$/);
  });

  test('a list that fits is whole, and so is every list of an e-mail', () => {
    const few = { order: { items: items.slice(0, 2) } };
    const render = (step: SendStep, data: object): string =>
      JSON.stringify(composeMessage(step, { ...source, ...data }, { baseUrl: 'https://app.example' }));
    expect(render(whatsapp({ message: '{{order.items}}' }), few)).not.toContain('e mais');
    expect(render(email({ body: '{{order.items}}' }), {})).not.toContain('e mais');
  });
});
