import { expect, test } from 'vitest';
import { buildMime } from './build-mime.ts';
import { readMail } from './read-mail.ts';

test('a composed e-mail is read back: headers, both texts, pictures in their positions, and its source', async () => {
  const picture = 'data:image/png;base64,iVBORw0KGgo=';
  const subject = `Açaí, João: ${'seu PIX é quase nosso – '.repeat(4)}fim`;
  const paragraph = 'palavra '.repeat(40).trim();
  const mime = await buildMime(
    {
      from: { name: 'Loja Açaí', address: 'oi@loja.example' },
      to: 'ana@cliente.example',
      subject,
      html: `<p>Olá — ç ${paragraph}</p><img src="${picture}" alt="QR">`,
      text: 'Olá — ç',
      messageId: '<1@loja.example>',
      headers: { 'List-Unsubscribe': '<https://loja.example/u>' },
    },
    new Date('2026-03-10T15:00:00Z'),
  );
  const mail = await readMail(mime);
  const headers = new Map(mail.headers.map(({ name, value }) => [name, value]));
  expect(headers.get('Subject')).toBe(subject);
  expect(headers.get('From')).toContain('Loja Açaí');
  expect(headers.get('List-Unsubscribe')).toBe('<https://loja.example/u>');
  expect(mail.html?.trim()).toBe(`<p>Olá — ç ${paragraph}</p><img src="${picture}" alt="QR">`);
  expect(mail.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'image/png']);
  expect(mail.parts[0]!.text?.trim()).toBe('Olá — ç');
  expect(mail.parts[2]).toMatchObject({ bytes: 8, text: null });
  expect(mail.source).toBe(mime.toString());
});
