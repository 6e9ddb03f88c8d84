import { exampleSource } from '@retoma/flow';
import { afterAll, expect, test } from 'vitest';
import { openEmailPreviews } from './preview-email.ts';

const previews = openEmailPreviews(() => 'https://pay.retoma.example');
afterAll(() => previews.close());

const complete = { source: exampleSource() };

const mjml = (content: string): string =>
  `<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;

test('MJML becomes the HTML and the text that would be sent, with example values', async () => {
  const preview = await previews.preview(
    mjml('<mj-text>Oi, {{customer.first_name}}</mj-text>{{order.pix_qr_code}}'),
    complete,
  );
  if (!preview.made) throw new Error(preview.issue.reason);
  expect(preview.html).toContain('Oi, Maria<');
  expect(preview.html).toMatch(
    /<tr><td align="center"[^>]*><img src="https:\/\/pay\.retoma\.example\/public\/pix-qr\.png/,
  );
  expect(preview.text).toContain('Oi, Maria');
  expect(preview.bytes).toBe(Buffer.byteLength(preview.html));
  expect(await previews.preview('Oi, {{customer.first_name}}!', { source: exampleSource('sparse') })).toMatchObject({
    made: true,
    text: 'Oi, !',
  });
});

test('an issue is reported with its line and column, a suggestion, and the allowed parents', async () => {
  expect(await previews.preview(mjml('  <mj-txt>x</mj-txt>'), complete)).toEqual({
    made: false,
    issue: { reason: 'MJML_INVALID', place: { line: 5, column: 3 }, element: 'mj-txt', suggestion: 'mj-text' },
  });
  expect(await previews.preview(' ', complete)).toEqual({ made: false, issue: { reason: 'EMPTY_MESSAGE' } });
});

test('dates of real values are in the store’s time zone', async () => {
  const source = { order: { created_at: '2026-03-12T17:05:00.000Z' } };
  const previewed = async (timeZone: string) => previews.preview('{{order.created_at}}', { source, timeZone });
  expect(await previewed('America/Sao_Paulo')).toMatchObject({ text: '12/03/2026 14:05' });
  expect(await previewed('America/Rio_Branco')).toMatchObject({ text: '12/03/2026 12:05' });
});
