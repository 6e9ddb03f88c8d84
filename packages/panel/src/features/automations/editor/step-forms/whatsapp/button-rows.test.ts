import { expect, test } from 'vitest';
import { newButton, readButtons, writeButtons } from './button-rows.ts';
import { reshaped } from './shapes.ts';

test('buttons are read and written in the shape of the definition', () => {
  const choices = { type: 'button-actions', message: 'Oi', choices: ['Pagar|url:{{checkout.url}}', 'Depois'] };
  const rows = readButtons(choices);
  expect(rows.map(({ label, type, url }) => [label, type, url])).toEqual([
    ['Pagar', 'URL', '{{checkout.url}}'],
    ['Depois', 'ANSWER', ''],
  ]);
  expect(writeButtons(choices, rows)).toEqual({ 'data.choices': choices.choices });
  const list = { type: 'button-list', buttonList: { buttons: [{ id: 'a', label: 'Sim' }] } };
  expect(writeButtons(list, readButtons(list))).toEqual({ 'data.buttonList': list.buttonList });
  const actions = [
    { id: 'a', type: 'CALL', label: 'Ligar', phone: '+551130000000' },
    { id: 'b', type: 'URL', label: 'Ver', url: 'https://loja.example' },
  ];
  const message = { type: 'button-actions', message: 'Oi', buttonActions: actions };
  expect(writeButtons(message, readButtons(message))).toEqual({ 'data.buttonActions': actions });
  expect(newButton([newButton([], 'URL', 'a')], 'URL', 'b').id).toBe('button-2');
});

test('changing the type of a message keeps the members that both types have', () => {
  const text = { type: 'text', text: 'Oi', template: { name: 'oi' } };
  expect(reshaped(text, 'image')).toEqual({ type: 'image', image: '', message: 'Oi', template: { name: 'oi' } });
  expect(reshaped(reshaped(text, 'image'), 'audio')).toEqual({ type: 'audio', audio: '' });
});
