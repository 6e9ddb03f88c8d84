import { describeReason } from '@retoma/flow';
import { expect, test } from 'vitest';
import { deliveredByStatus, triedAs } from './answer.ts';

test.each([400, 402, 409, 422])('[E15] a trial that is answered %s has shown no credentials that work', (status) => {
  const tried = triedAs(deliveredByStatus({ status }), 'loja');
  expect(tried).toEqual({ outcome: 'broken', reason: `UNKNOWN_ACCOUNT:${status}` });
  expect(describeReason('reason' in tried ? tried.reason : '', 'pt-BR')).toContain(`(${status})`);
});
