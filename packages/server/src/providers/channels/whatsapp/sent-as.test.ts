import { buttonsAsText, codeAsText, type WhatsappData } from '@retoma/flow';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inBoth } from '../../../base/settings-form.ts';
import { gatewayAddress } from '../connection-shape.ts';
import { oneCall, refuse } from '../gateway-format.ts';
import { deliveredByStatus, triedAs } from '../provider-response.ts';
import { whatsappGateway } from './gateway.ts';
import { refusedTypes, sentAs, writesOutButtons } from './sent-as.ts';
import { whatsappSandbox } from './sandbox/index.ts';
import { whatsappConnections } from './testing/whatsapp-connections.ts';

/** A provider that sends text only, without webhooks. */
const textOnly = whatsappGateway({
  label: inBoth('Só texto'),
  isUnofficial: true,
  form: { settings: z.object({ url: gatewayAddress }), credentials: z.object({}) },
  concurrency: 1,
  compose({ message, number: to }) {
    const send = (text: string) => oneCall('messages', { to, text });
    if (message.kind === 'text') return send(message.text);
    if (message.kind === 'buttons') return send(buttonsAsText(message));
    return message.kind === 'code' ? send(codeAsText(message)) : refuse('UNSUPPORTED_CONTENT');
  },
  address: (path, { settings: { url } }) => ({ url: `${url}/${path}`, headers: {} }),
  readResponse: deliveredByStatus,
  trial: { path: '', read: (answer) => triedAs(deliveredByStatus(answer), '') },
});
const settings = { url: 'https://texto.example' };
const buttons: WhatsappData = { type: 'button-actions', message: 'Oi', choices: ['Pagar|url:https://loja.example'] };

test('a provider of text writes buttons and codes out, and refuses what no text replaces', () => {
  expect(sentAs(textOnly, settings, { type: 'text', message: 'Oi' })).toBe('native');
  expect(sentAs(textOnly, settings, buttons)).toBe('text');
  expect(sentAs(textOnly, settings, { type: 'button-otp', code: '493817' })).toBe('text');
  expect(sentAs(textOnly, settings, { type: 'image', image: 'https://loja.example/a.png' })).toBe('refused');
  expect(writesOutButtons(textOnly, settings)).toBe(true);
  expect(refusedTypes(textOnly, settings)).toEqual(['image', 'audio', 'video', 'document', 'link']);
});

test('the sandbox shows every type', () => {
  expect([writesOutButtons(whatsappSandbox, {}), refusedTypes(whatsappSandbox, {})]).toEqual([false, []]);
});

test.each(whatsappConnections.filter(({ settings }) => 'buttons' in settings))(
  '$name: the setting `buttons` decides whether buttons are written out',
  ({ provider, settings }) => expect(writesOutButtons(provider, settings)).toBe(settings['buttons'] === false),
);
