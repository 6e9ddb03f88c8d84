import { triggers, validateTemplate } from '@retoma/flow';
import { expect, test } from 'vitest';
import { blocksFor, blockText, placeOfBlock, starter } from './blocks.ts';

test('[B9] the e-mail to begin with holds no metatag that its trigger has not, whichever the trigger', () => {
  for (const trigger of triggers) {
    const text = starter(trigger);
    const { errors } = validateTemplate({ text, trigger, channel: 'email', member: 'html', kind: 'html' });
    expect([trigger, errors]).toEqual([trigger, []]);
  }
  expect(blocksFor('cart.abandoned')).not.toContain('pixQr');
  expect(blockText('pixQr')).toContain('<mj-raw>{{order.pix_qr_code}}</mj-raw>');
});

test('a block goes behind the section of the caret, else to the end of the body', () => {
  const text = starter('pix.generated');
  const first = text.indexOf('</mj-section>') + '</mj-section>\n'.length;
  expect(placeOfBlock(text, text.indexOf('<mj-image'))).toBe(first);
  const end = text.indexOf('  </mj-body>');
  expect([placeOfBlock(text, 0), placeOfBlock(text, text.length)]).toEqual([end, end]);
  expect(placeOfBlock('<p>Oi</p>', 0)).toBeUndefined();
});
