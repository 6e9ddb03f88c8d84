import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setConnection } from '../../../providers/connections/testing/set-unverified.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'editora@loja.example', 'editor');
  await newUser(service, 'leitor@loja.example', 'reader');
  await setConnection(
    service.context,
    service.storeId,
    {
      channel: 'sms',
      provider: 'sandbox',
      perMinute: null,
    },
    unaudited,
  );
});
afterAll(() => service.stop());

async function signedIn(email: string): Promise<PanelBrowser> {
  const browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email, password });
  return browser;
}

const sms = { type: 'action', name: 'send_sms', data: { message: 'Oi, {{customer.first_name}}' } };
const preview = { text: '<mjml><mj-body><mj-colum/></mj-body></mjml>', example: 'complete' };

test('a preview reports issues with positions, or the e-mail that would be sent; another store is not found', async () => {
  const reader = await signedIn('leitor@loja.example');
  const of = (body: object, store = service.storeId) => reader.post(`/stores/${store}/email-preview`, body);
  expect((await of(preview)).body).toEqual({
    success: true,
    preview: null,
    issue: {
      reason: 'MJML_INVALID',
      place: { line: 1, column: 16 },
      element: 'mj-colum',
      suggestion: 'mj-column',
      within: [],
    },
  });
  const made = (await of({ text: '<p>{{order.total}}</p>', example: 'complete' })).body;
  expect(made).toMatchObject({ preview: { text: 'R$ 189,90' }, issue: null });
  expect((await of(preview, '01890000-0000-7000-8000-000000000000')).status).toBe(404);
});

test('an author of messages gets the sending limits, and none of another store', async () => {
  const reader = await signedIn('leitor@loja.example');
  const sending = async (): Promise<unknown> => (await reader.get(`/stores/${service.storeId}/sending`)).body;
  const usual = {
    success: true,
    timeZone: 'America/Sao_Paulo',
    businessHours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
    pixMinutes: 1440,
    whatsappIsOfficial: false,
    smsRemovesAccents: true,
    whatsappButtons: 'shown',
    whatsappRefused: [],
    unverified: ['sms'],
  };
  expect(await sending()).toEqual({ ...usual, linkOrigin: service.context.baseUrl });
  const zenvia = {
    channel: 'sms',
    provider: 'zenvia',
    perMinute: null,
    settings: { from: 'loja', removeAccents: false },
    credentials: { token: 'x'.repeat(32), noticeSecret: 'y'.repeat(32) },
  } as const;
  expect(await setConnection(service.context, service.storeId, zenvia, unaudited)).toMatchObject({ ok: true });
  expect(await sending()).toMatchObject({ smsRemovesAccents: false });
  await setConnection(
    service.context,
    service.storeId,
    { channel: 'sms', provider: 'sandbox', perMinute: null },
    unaudited,
  );
  expect(await reader.code(reader.get(`/stores/${other}/sending`))).toBe('NOT_FOUND');
});

test('an editor may send a test message five times a minute, a reader may not, and a step without a message is refused', async () => {
  const path = `/stores/${service.storeId}/test-send`;
  const reader = await signedIn('leitor@loja.example');
  expect(await reader.code(reader.post(path, { step: sms, to: '+5511987654321' }))).toBe('NOT_ALLOWED');
  // The limit does not refill, however long the requests take.
  const { clock } = service.context;
  const now = clock();
  service.context.clock = () => now;
  const editor = await signedIn('editora@loja.example');
  const send = (step: object = sms) => editor.post(path, { step, to: '+5511987654321' });
  expect(await editor.code(send({ type: 'delay', minutes: 1 }))).toBe('AUTOMATION_INVALID');
  expect(await editor.code(send({ ...sms, data: {} }))).toBe('AUTOMATION_INVALID');
  expect((await send()).body).toMatchObject({ success: true, reason: null, isSandbox: true });
  const email = { type: 'action', name: 'send_email', data: { ...sender, subject: 'Oi!', html: '<p>Oi</p>' } };
  expect((await send(email)).body).toMatchObject({ success: true, reason: 'NO_CONNECTION' });
  const long = { ...sms, data: { message: '{{order.pix_code}}' } };
  expect((await send(long)).body).toMatchObject({ reason: 'SMS_TOO_LONG' });
  expect(await editor.code(editor.post(path.replace(service.storeId, other), { step: sms, to: 'x' }))).toBe(
    'NOT_FOUND',
  );
  for (const _ of [4, 5]) expect(await editor.code(send())).toBe(200);
  const sixth = await send();
  expect([sixth.status, Number(sixth.headers.get('retry-after')) > 0]).toEqual([429, true]);
  service.context.clock = clock;
});

const other = '01890000-0000-7000-8000-000000000000';
const sender = { remetente_nome: 'Loja', remetente_email: 'loja@loja.example' };

test('[TAG5] the previews of a member have a limit, and a hostile text costs only its own answer', async () => {
  await newUser(service, 'curiosa@loja.example', 'reader');
  const reader = await signedIn('curiosa@loja.example');
  const { clock } = service.context;
  const now = clock();
  service.context.clock = () => now;
  const of = (text: string) => reader.post(`/stores/${service.storeId}/email-preview`, { text, example: 'complete' });
  const bombs = [
    `<p>Oi</p>${'{{order.items}}'.repeat(100_000)}`,
    `<p>Oi</p>${'<a href="'.repeat(200_000)}`,
    `<mjml><mj-body><mj-section><mj-column><mj-carousel>${'<mj-carousel-image src="a"/>'.repeat(5_000)}</mj-carousel></mj-column></mj-section></mj-body></mjml>`,
  ];
  for (const text of bombs) {
    expect((await of(text)).body).toMatchObject({ preview: null, issue: { reason: 'EMAIL_TOO_LARGE' } });
  }
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await of('<p>Oi</p>')).status));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  service.context.clock = clock;
});
