import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toStrictMjml, withContents } from './strict-mjml.ts';

const strict = (text: string): string => {
  const made = toStrictMjml(text);
  return withContents(made.text, made)!;
};
const body = (content: string): string => `<mjml><mj-body>${content}</mj-body></mjml>`;

test.each([
  ['\ufeff<?xml version="1.0"?>\r\n<!DOCTYPE mjml>\r\n<MJML>\r\n\t<Mj-Body>\r\n</MJ-BODY>\r</mjml>\nok', body('')],
  [body(' <!-- a --> <mj-section\r\n  PADDING=0 ></mj-section>\t'), body('<mj-section padding="0"></mj-section>')],
  [
    body(`<mj-section a='"x"' b="c<d" e full-width f="1" f="2"g='3' "h"></mj-section>`),
    body('<mj-section a="&#34;x&#34;" b="c&#60;d" e="" full-width="" f="1" g="3"></mj-section>'),
  ],
  [
    body('<mj-section a="1\r\n 2\\e\u0301\u200b"></mj-section>'),
    body('<mj-section a="1  2&#92;e&#769;&#8203;"></mj-section>'),
  ],
  [
    '<mjml><mj-head> x <mj-attributes>\t<!-- a --><mj-class color="red"/> <mj-text b="1"> </mj-text></mj-attributes></mj-head></mjml>',
    '<mjml><mj-head><mj-attributes><mj-class color="red" name="" /><mj-text b="1"></mj-text></mj-attributes></mj-head></mjml>',
  ],
  [
    body('<mj-text><p>a<br>b<!-- c --><!--[if mso]><b><![endif]--></mj-text>'),
    body('<mj-text><p>a<br>b<!--[if mso]><b><![endif]--></mj-text>'),
  ],
  [body('<mj-raw><mj-raw>a</mj-raw></td></mj-raw>'), body('<mj-raw><mj-raw>a</mj-raw></td></mj-raw>')],
  [body('<mj-text><![CDATA[ <p>a</p> ]]></mj-text>'), body('<mj-text> <p>a</p> </mj-text>')],
  [body('solto <br> {{order.total}}'), body('solto <br /> {{order.total}}')],
])('[TAG6] %j is read as %j', (text, expected) => {
  expect(strict(text)).toBe(expected);
});

test('[TAG6] the compiler sees nothing of a content, and a text cannot name one', () => {
  const { text, contents } = toStrictMjml(body('<mj-text>retomaContent0z</mj-text><mj-raw>x</mj-raw>'));
  expect(contents).toEqual(['0z', 'x']);
  expect(text).not.toContain('>x<');
});

test('[TAG6] any text is read in linear time, and only once', () => {
  const piece = fc.constantFrom(
    '<mjml>',
    '</mjml>',
    '<mj-body>',
    '<mj-text>',
    '</mj-text',
    '>',
    '<!--',
    '-->',
    '"',
    '<!',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const { text, contents } = toStrictMjml(pieces.join(''));
      expect(text.length + contents.join('').length).toBeLessThan(40 * (pieces.length + 1));
    }),
  );
});
