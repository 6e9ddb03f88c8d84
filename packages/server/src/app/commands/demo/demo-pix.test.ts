import { parseBrCode } from '@retoma/commerce';
import { expect, test } from 'vitest';
import { demoPixCode } from './demo-pix.ts';

test('[COM9] the code of the demo is readable by wallets, with the order in it', () => {
  const parsed = parseBrCode(demoPixCode('demo-tov44r', 9980));
  expect(parsed).toMatchObject({ ok: true, code: { amount: 9980, txid: 'demotov44r', name: 'Loja Aurora' } });
});
