import type { WhatsappData } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { objectIn } from '../json.ts';
import { problemOf as evolution } from './evolution/testing/requests.ts';
import { whatsappConnections } from './testing/whatsapp-connections.ts';
import { problemOf as uazapi } from './uazapi/testing/requests.ts';
import { problemOf as zApi } from './z-api/testing/requests.ts';

// Every kind of message × the providers without an official package → requests that their published formats accept.

const url = 'https://loja.example/pay/1';
const choices = (count: number): string[] => Array.from({ length: count }, (_, index) => `Opção ${index}|o${index}`);
const messages: Readonly<Record<string, WhatsappData>> = {
  text: { type: 'text', message: `Pague:\n${url}` },
  image: { type: 'image', image: 'https://loja.example/a.jpg', message: 'Sua compra' },
  video: { type: 'video', video: 'https://loja.example/a.mp4' },
  audio: { type: 'audio', audio: 'https://loja.example/a.ogg' },
  document: { type: 'document', document: 'https://loja.example/a', documentType: 'application/pdf' },
  link: { type: 'link', linkUrl: url, title: 'Seu PIX', linkDescription: 'Vale até amanhã', image: url },
  'link alone': { type: 'link', linkUrl: url },
  code: { type: 'button-otp', message: 'Pague', code: '000201' },
  'one address': { type: 'button-actions', message: 'Oi', footer: 'Loja', choices: [`Pagar|url:${url}`] },
  'an address, a call and a code': {
    type: 'button-actions',
    message: 'Oi\nFalta pagar',
    choices: [`Pagar|url:${url}`, 'Ligar|call:+551133334444', 'Copiar|copy:000201'],
  },
  'mixed buttons': { type: 'button-actions', message: 'Oi', choices: [`Pagar|url:${url}`, 'Não'] },
  'few replies': { type: 'button-list', message: 'Oi', choices: choices(3) },
  'many replies': { type: 'button-list', message: 'Oi', choices: choices(10) },
  poll: { type: 'button-actions', message: 'Oi', menuType: 'poll', choices: choices(4) },
};
const published = {
  evolution: (path: string, body: object) => evolution(path.replace('message/', ''), objectIn(body)),
  'z-api': (path: string, body: object) => zApi(path.split('/')[0]!, objectIn(body)),
  uazapi: (path: string, body: object) => uazapi(`/${path}`, objectIn(body)),
};

describe.each(whatsappConnections.filter(({ name }) => Object.hasOwn(published, name.split(',')[0]!)))(
  '$name',
  ({ name, compose }) => {
    const problemOf = published[name.split(',')[0] as keyof typeof published];
    test.each(Object.entries(messages))('[RUN5] %s is a request that it accepts', (_, data) => {
      const composed = compose(data);
      if (!composed.ok) throw new Error(composed.reason);
      for (const { path, body } of composed.calls) expect(problemOf(path, body)).toBeNull();
    });
  },
);

test('[RUN5] a request with a wrong or a missing member is none', () => {
  expect(evolution('sendText', { number: '5511987654321' })).toContain('text');
  expect(evolution('sendText', { number: '+5511987654321', text: 'Oi' })).toContain('pattern');
  expect(zApi('send-text', { phone: '5511987654321', text: 'Oi' })).toContain('message');
  expect(uazapi('/send/menu', { number: '5511987654321', type: 'buttons', text: 'Oi', choices: ['a'] })).toContain(
    'type',
  );
  expect(zApi('send-buttons', {})).toContain('no such method');
});
