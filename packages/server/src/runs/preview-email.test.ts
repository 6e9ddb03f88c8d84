import { afterAll, expect, test } from 'vitest';
import { openEmailPreviews } from './preview-email.ts';

const previews = openEmailPreviews(() => 'https://pay.retoma.example');
afterAll(() => previews.close());

const mjml = (content: string): string =>
  `<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;

test('MJML becomes the HTML and the text that would be sent, with the values of the example', async () => {
  const preview = await previews.preview(
    mjml('<mj-text>Oi, {{customer.first_name}}</mj-text>{{order.pix_qr_code}}'),
    'complete',
  );
  if (!preview.made) throw new Error(preview.fault.reason);
  expect(preview.html).toContain('Oi, Maria<');
  expect(preview.html).toContain('<tr><td align="center"><img src="https://pay.retoma.example/public/pix-qr.png');
  expect(preview.text).toContain('Oi, Maria');
  expect(preview.bytes).toBe(Buffer.byteLength(preview.html));
  expect(await previews.preview('Oi, {{customer.first_name}}!', 'sparse')).toMatchObject({ made: true, text: 'Oi, !' });
});

test('a fault is told of with its line and column, what was meant, and where it may stand', async () => {
  expect(await previews.preview(mjml('  <mj-txt>x</mj-txt>'), 'complete')).toEqual({
    made: false,
    fault: { reason: 'MJML_INVALID', place: { line: 5, column: 3 }, element: 'mj-txt', meant: 'mj-text' },
  });
  expect(await previews.preview(' ', 'complete')).toEqual({ made: false, fault: { reason: 'EMPTY_MESSAGE' } });
});
