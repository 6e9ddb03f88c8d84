import { expect, test } from 'vitest';
import { contentAsText } from './content-as-text.ts';

const pay = { id: '1', type: 'URL', label: 'Pagar agora', url: 'https://pagar.loja.example/1' };

test('a message with buttons that cannot be shown is formatted as the text that is sent', () => {
  const call = { id: '2', type: 'CALL', label: 'Fale com a gente', phone: '(11) 3333-4444' };
  const message = { type: 'button-actions', message: 'Oi, Ana', footer: 'Loja', buttonActions: [pay, call] };
  expect(contentAsText(message)).toBe(
    'Oi, Ana\n\nPagar agora: https://pagar.loja.example/1\nFale com a gente: ligue para +1133334444\n\nLoja',
  );
  const list = { type: 'button-list', buttonList: { buttons: [{ id: 'a', label: 'Sim' }] } };
  expect(contentAsText(list)).toBe('Escolha uma opção:\n\n• Sim');
  expect(contentAsText({ type: 'button-otp', code: '493817' })).toBe('Copie o código:\n\n493817');
});

test('an unfinished message and one without buttons have no formatted text', () => {
  expect(contentAsText({ type: 'text', message: 'Oi' })).toBeNull();
  expect(contentAsText({ type: 'button-actions', message: 'Oi' })).toBeNull();
  expect(contentAsText({ type: 'button-actions', message: 'Oi', buttonActions: [{ type: 'URL' }] })).toBeNull();
  expect(contentAsText({ type: 'button-actions', buttonActions: [pay] })).toBeNull();
  expect(contentAsText({ type: 'button-list', buttonList: { buttons: 7 }, choices: [null] })).toBeNull();
});
