import { expect, test } from 'vitest';
import { openProviders } from '../../index.ts';
import type { StoredMessage } from '../../sandbox-inbox.ts';
import { readMail } from '../read-mail.ts';

const key = '0197a3c2-6f1e-7c11-8d2b-1f2e3d4c5b6a:steps[0]#1';
const stored: StoredMessage[] = [];
const providers = openProviders({
  inbox: (message) => Promise.resolve(void stored.push(message)),
  callOut: () => Promise.resolve({ outcome: 'unsent', reason: 'UNREACHABLE' }),
  allowPrivate: false,
});
const send = async (channel: 'email' | 'sms' | 'whatsapp', content: object, more: object = {}) => {
  const delivery = { key, storeId: 's', channel, to: channel === 'email' ? 'ana@a.example' : '+5511987654321' };
  const complete = { ...delivery, content, settings: {}, ...more };
  const delivered = await providers[channel]['sandbox']!.send(complete, new AbortController().signal);
  return { delivered, message: stored.pop() };
};
const email = { remetente_nome: 'Loja Açaí', remetente_email: 'oi@loja.example', subject: 'Seu PIX, João' };

test('an e-mail to the sandbox equals the message for a mail server, with tracking', async () => {
  const marks = { open: 'https://a.example/o', unsubscribe: 'https://a.example/u', click: (to: string) => `c:${to}` };
  const { delivered, message } = await send(
    'email',
    {
      ...email,
      body: '<mjml><mj-body><mj-section><mj-column><mj-text>Olá</mj-text></mj-column></mj-section></mj-body></mjml>',
    },
    { marks },
  );
  expect(delivered).toEqual({ outcome: 'sent', providerId: key });
  const { headers, parts } = await readMail(message!.mime!);
  expect(headers).toContainEqual({ name: 'List-Unsubscribe', value: '<https://a.example/u>' });
  expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html']);
  expect(parts[1]!.text).toContain('https://a.example/o');
  expect(parts[0]!.text).toContain('Olá');
});

test('the sandbox refuses a message that no provider of the channel could send', async () => {
  const refused = async (...args: Parameters<typeof send>) => {
    const { delivered, message } = await send(...args);
    return [delivered, message];
  };
  expect(await refused('email', { ...email, html: ' ' })).toEqual([
    { outcome: 'refused', reason: 'EMPTY_MESSAGE' },
    undefined,
  ]);
  expect(await refused('sms', { message: ' \n' })).toEqual([
    { outcome: 'refused', reason: 'EMPTY_MESSAGE' },
    undefined,
  ]);
  const link = { type: 'image', image: 'javascript:alert(1)' };
  expect(await refused('whatsapp', link)).toEqual([{ outcome: 'refused', reason: 'INVALID_ADDRESS' }, undefined]);
});

test('an SMS to the sandbox is the sent text: without accents, unless the connection keeps them', async () => {
  const content = { message: 'Olá, João – já pagou?' };
  expect((await send('sms', content)).message?.content).toEqual({ message: 'Ola, Joao - ja pagou?' });
  const settings = { removeAccents: false };
  expect((await send('sms', content, { settings })).message?.content).toEqual(content);
});
