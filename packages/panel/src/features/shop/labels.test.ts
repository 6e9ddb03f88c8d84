import { expect, test } from 'vitest';
import { toLookAt } from './labels.ts';

test('[CHK11] unprotected prices are not said of every paid order, only of a free one that waits', () => {
  expect(toLookAt({ status: 'paid', attention: ['PAID_LATE', 'UNSIGNED_PRICE'] })).toEqual(['PAID_LATE']);
  expect(toLookAt({ status: 'processing', attention: ['UNSIGNED_PRICE'] })).toEqual(['UNSIGNED_PRICE']);
});
