import { whatsappAsText, type WhatsappData } from '@retoma/flow';
import { expect, test } from 'vitest';
import { compose as evolution } from './evolution/payload.ts';
import { readMessage } from './read-message.ts';
import { compose as uazapi } from './uazapi/payload.ts';
import { compose as zApi } from './z-api/payload.ts';

const number = '5511987654321';
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

test('the editor’s text for buttons that cannot be shown equals the text that every gateway sends', () => {
  for (const data of messages) {
    const read = readMessage(data);
    if (!read.ok) throw new Error(read.reason);
    const sent = [
      evolution(read.message, number, false),
      uazapi(read.message, { number, key: 'k', showsButtons: false }),
      zApi(read.message, number, false),
    ].map((composed) => {
      const { text, message } = (composed.ok ? composed.calls[0].body : {}) as Record<string, unknown>;
      return text ?? message;
    });
    expect(sent).toEqual(sent.map(() => whatsappAsText(data)));
    expect(sent[0]).not.toBe('');
  }
});
