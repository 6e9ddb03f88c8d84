import { describeReason } from '@retoma/flow';
import { expect, test } from 'vitest';
import { deliveredByStatus, parseRetryAfter, triedAs } from './provider-response.ts';

test.each([400, 402, 409, 422])('[COM15] a connection test answered with %s proves no credentials', (status) => {
  const tried = triedAs(deliveredByStatus({ status }), 'loja');
  expect(tried).toEqual({ outcome: 'broken', reason: `UNKNOWN_ACCOUNT:${status}` });
  expect(describeReason('reason' in tried ? tried.reason : '', 'pt-BR')).toContain(`(${status})`);
});

const now = Date.UTC(2026, 10, 24, 12);

test.each([
  ['15', undefined, 15_000],
  ['0', undefined, 0],
  ['Tue, 24 Nov 2026 12:00:15 GMT', undefined, 15_000],
  ['Tuesday, 24-Nov-26 12:00:15 GMT', undefined, 15_000],
  ['Tue Nov 24 12:00:15 2026', undefined, 15_000],
  ['Tue, 24 Nov 2026 18:00:15 GMT', 'Tue, 24 Nov 2026 18:00:00 GMT', 15_000],
  ['Tue, 24 Nov 2026 11:00:00 GMT', undefined, 0],
  ['Tue, 24 Nov 2037 12:00:00 GMT', undefined, 86_400_000],
  ['99999999999', undefined, 86_400_000],
  ['soon', undefined, undefined],
  ['-5', undefined, undefined],
  ['2026-11-24', undefined, undefined],
  [undefined, undefined, undefined],
])('[RUN5] Retry-After %s with Date %s is %s ms', (text, date, ms) => {
  expect(parseRetryAfter({ 'retry-after': text, date }, now)).toBe(ms);
});
