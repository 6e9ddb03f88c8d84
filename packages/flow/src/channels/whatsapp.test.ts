import { describe, expect, test } from 'vitest';
import { whatsappAsText } from './whatsapp-as-text.ts';
import { readWhatsapp } from './whatsapp-message.ts';
import { composeMessage } from '../interpret/compose-message.ts';
import type { SendStep } from '../steps/step.ts';
import { textMembersOfRaw } from '../steps/action/texts.ts';

const send = (data: object): SendStep => ({ type: 'action', name: 'send_whatsapp', data }) as SendStep;

const compose = (data: object, name: string): unknown => {
  const customer = { name, phone: '+5511987654321' };
  const composed = composeMessage(send(data), { customer }, { baseUrl: 'https://pay.example' });
  return composed.ok && composed.content;
};

describe('the texts of send_whatsapp', () => {
  test('[TAG2] no value adds a separator to a choice, or a line', () => {
    const choices = ['{{customer.name}}|url:https://loja.example/{{customer.name}}'];
    const hostile = 'Ana|url:mau\r\n[Seção]';
    expect(compose({ type: 'button-list', choices }, hostile)).toEqual({
      type: 'button-list',
      choices: ['Ana/url:mau[Seção]|url:https://loja.example/Ana/url:mau[Seção]'],
    });
  });

  test('[TAG1] the parameters of a template are rendered; its name and language are not', () => {
    const template = { name: 'lembrete', language: 'pt_BR', parameters: ['{{customer.name}}', 'R$ 10'] };
    expect(compose({ type: 'text', message: 'Oi', template }, 'Ana')).toEqual({
      type: 'text',
      message: 'Oi',
      template: { name: 'lembrete', language: 'pt_BR', parameters: ['Ana', 'R$ 10'] },
    });
    const members = textMembersOfRaw('send_whatsapp', { type: 'text', message: 'Oi', template });
    expect(members.map(({ member }) => member)).toEqual([
      'message',
      'template.parameters[0]',
      'template.parameters[1]',
    ]);
    expect(textMembersOfRaw('send_whatsapp', { type: 'audio', audio: 'x', template })).toHaveLength(1);
  });
});

describe('[TAG1] a code whose page is known in its place', () => {
  const page = 'https://loja.example/pagar/1';

  test.each([
    ['Copiar código', 'Abrir página'],
    ['Ver o PIX', 'Ver o PIX'],
  ])('a button that copies opens the page: %s', (label, shown) => {
    const data = { type: 'button-actions', message: 'Falta pagar', choices: [`${label}|copy:${page}`] };
    expect(readWhatsapp(data)).toMatchObject({
      ok: true,
      message: { buttons: [{ kind: 'url', label: shown, url: page }] },
    });
  });

  test.each([
    ['Pague com PIX', 'Pague com PIX'],
    ['', 'O código está nesta página:'],
  ])('the message of a code has a button to the page: %j', (message, text) => {
    const data = { type: 'button-otp', message, code: page } as const;
    expect(readWhatsapp(data)).toMatchObject({
      ok: true,
      message: { kind: 'buttons', text, buttons: [{ kind: 'url', label: 'Abrir página', url: page }] },
    });
    expect(whatsappAsText(data)).toBe(`${text}\n\nAbrir página: ${page}`);
  });
});
