// A first look at the package: how a page of the panel calls the service, and shows what it got to its owner.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, Refused } from './api/call.ts';
import { formatsOf } from './ui/format/formats.ts';
import { whatsappPieces } from './preview/whatsapp-text.ts';

beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: 'pt-BR' } }));
afterEach(() => void vi.unstubAllGlobals());

test('[AUT7] a call is typed by its route; a refusal has the code and the text of the service', async () => {
  const answer = { error: { code: 'NOT_FOUND', message: 'Não existe.' } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer, { status: 404 })));
  const error: unknown = await call('GET /panel/api/me', {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refused);
  expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'Não existe.' });
});

test('money is shown in the language of the page', () => {
  const { money } = formatsOf('pt-BR');
  expect(money(18990)).toBe('R$\u00a0189,90');
});

test('a message is previewed as WhatsApp shows it', () => {
  expect(whatsappPieces('Oi, *Ana*!')).toEqual(['Oi, ', { look: 'bold', pieces: ['Ana'] }, '!']);
});
