import { exampleSource } from '@retoma/flow';
import { afterAll, expect, test } from 'vitest';
import { MailThread } from '../../providers/channels/email/thread/mail-thread.ts';
import { previewEmail, type EmailExample } from './preview-email.ts';

const mailThread = new MailThread();
afterAll(() => mailThread.close());

const preview = (text: string, example: EmailExample) =>
  previewEmail({ mailThread, baseUrl: 'https://pay.retoma.example' }, 'store', text, example);

const complete = { source: exampleSource() };

const mjml = (content: string): string =>
  `<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;

test('MJML becomes the HTML and the text that would be sent, with example values', async () => {
  const made = await preview(mjml('<mj-text>Oi, {{customer.first_name}}</mj-text>{{order.pix_qr_code}}'), complete);
  if (!made.made) throw new Error(made.issue.reason);
  expect(made.html).toContain('Oi, Maria<');
  expect(made.html).toMatch(
    /<tr><td align="center"[^>]*><img src="https:\/\/pay\.retoma\.example\/public\/pix-qr\.png/,
  );
  expect(made.text).toContain('Oi, Maria');
  expect(made.bytes).toBe(Buffer.byteLength(made.html));
  expect(await preview('Oi, {{customer.first_name}}!', { source: exampleSource('sparse') })).toMatchObject({
    made: true,
    text: 'Oi, !',
  });
});

test('an issue is reported with its line and column, a suggestion, and the allowed parents', async () => {
  expect(await preview(mjml('  <mj-txt>x</mj-txt>'), complete)).toEqual({
    made: false,
    issue: { reason: 'MJML_INVALID', place: { line: 5, column: 3 }, element: 'mj-txt', suggestion: 'mj-text' },
  });
  expect(await preview(' ', complete)).toEqual({ made: false, issue: { reason: 'EMPTY_MESSAGE' } });
});

test('dates of real values are in the store’s time zone', async () => {
  const source = { order: { created_at: '2026-03-12T17:05:00.000Z' } };
  const previewed = async (timeZone: string) => preview('{{order.created_at}}', { source, timeZone });
  expect(await previewed('America/Sao_Paulo')).toMatchObject({ text: '12/03/2026 14:05' });
  expect(await previewed('America/Rio_Branco')).toMatchObject({ text: '12/03/2026 12:05' });
});
