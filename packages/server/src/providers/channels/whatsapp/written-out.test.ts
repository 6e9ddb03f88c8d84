import { whatsappAsText, type WhatsappData } from '@retoma/flow';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { declarationOf } from '../index.ts';
import { writesOutButtons } from './sent-as.ts';
import { whatsappConnections } from './testing/whatsapp-connections.ts';

const messages: readonly WhatsappData[] = [
  {
    type: 'button-actions',
    message: ' Oi, Ana\r\nSeu PIX: ',
    footer: 'Loja {{x}}',
    buttonActions: [
      { id: 'a', type: 'URL', label: 'Pagar', url: 'https://pagar.loja.example/á' },
      { id: 'b', type: 'CALL', label: 'Ligar', phone: '(11) 3333-4444' },
    ],
  },
  { type: 'button-actions', message: 'Oi', choices: ['Pagar|url:https://loja.example', 'Copiar|copy:000201', 'Não'] },
  { type: 'button-list', buttonList: { buttons: [{ id: '1', label: 'Sim' }] } },
  { type: 'button-otp', code: '0002 01', message: 'Seu código' },
  { type: 'button-otp', code: '493817' },
];

const written = whatsappConnections.filter(({ provider, settings }) => writesOutButtons(provider, settings));

test.each(written)(
  '$name: the editor’s text for buttons that cannot be shown is the text that is sent',
  ({ compose }) => {
    for (const data of messages) {
      const message = whatsappAsText(data);
      expect(message).not.toBe('');
      const sent = compose(data);
      expect(sent).toEqual(compose({ type: 'text', message }));
      expect(Object.values(sent.ok ? sent.calls[0].body : {})).toContain(message);
    }
  },
);

test('every provider with a setting for buttons writes them out', () => {
  const named = (connections: typeof written): string[] => connections.map(({ name }) => name.split(',')[0]!);
  const settable = whatsappConnections.filter(({ settings }) => 'buttons' in settings);
  expect(settable.length).toBeGreaterThan(0);
  expect(named(written)).toEqual(expect.arrayContaining(named(settable)));
});

test('[RUN5] Evolution API, whose buttons are not delivered, writes them out unless its owner sends them', () => {
  const defaults = Object.fromEntries(
    ['evolution', 'z-api', 'uazapi'].map((name) => {
      const { settings } = declarationOf('whatsapp', name)!.form;
      return [name, settings.shape['buttons'] instanceof z.ZodType && settings.shape['buttons'].parse(undefined)];
    }),
  );
  expect(defaults).toEqual({ evolution: false, 'z-api': true, uazapi: true });
});
