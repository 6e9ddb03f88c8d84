import { messageReasons } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { cloudError } from './testing/cloud-api-server.ts';
import { readResponse } from './errors.ts';

const of = (code: number, status = 400): ReturnType<typeof readResponse> => readResponse(cloudError(status, code));

describe('responses of the Cloud API', () => {
  test.each([1, 2, 4, 80_007, 130_429, 131_000, 131_016, 131_056, 131_057, 17, 341, 613, 132_069, 133_004, 133_005])(
    '%i is retried later',
    (code) => {
      expect(of(code)).toMatchObject({ outcome: 'later' });
    },
  );

  test.each([
    131_026, 131_047, 131_049, 131_051, 131_008, 131_009, 131_021, 100, 132_000, 132_001, 132_005, 132_007, 132_012,
    132_015, 132_016, 131_052, 131_053, 131_030, 131_058, 132_018, 132_068, 130_403, 130_472, 130_497, 999_999,
  ])('%i is not retried, and reports its code', (code) => {
    expect(of(code)).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(`:${code}$`) as string });
  });

  // No message to anyone leaves before the owner acts, so that none may be counted as refused.
  test.each([
    0, 3, 10, 33, 102, 190, 200, 230, 299, 368, 131_005, 131_031, 131_037, 131_042, 131_045, 131_048, 131_064, 133_000,
    133_006, 133_008, 133_009, 133_010, 133_015, 133_016, 134_011,
  ])('[RUN5] %i breaks the connection', (code) => {
    expect(of(code)).toMatchObject({ outcome: 'broken' });
  });

  test('every reason is declared', () => {
    for (const code of [...Array(300).keys(), ...Array.from({ length: 3_000 }, (_, index) => 130_000 + index)]) {
      const delivered = of(code);
      const reason = 'reason' in delivered ? delivered.reason.split(':')[0] : 'OPTED_OUT';
      expect(messageReasons).toHaveProperty(reason!);
    }
  });

  test('a contact who stopped marketing is opted out', () => {
    expect(of(131_050)).toEqual({ outcome: 'opted_out' });
  });

  test('the next message to the same contact waits at least six seconds', () => {
    expect(of(131_056)).toEqual({ outcome: 'later', reason: 'RATE_LIMITED', retryAfterMs: 6_000 });
    expect(readResponse({ ...cloudError(400, 131_056), retryAfterMs: 60_000 })).toMatchObject({ retryAfterMs: 60_000 });
  });

  test.each([
    [200, { messages: [{ id: 'wamid.1' }] }, { outcome: 'sent', providerId: 'wamid.1' }],
    [200, { messages: [] }, { outcome: 'uncertain' }],
    [200, undefined, { outcome: 'uncertain' }],
    [500, undefined, { outcome: 'uncertain' }],
    [502, { error: { code: 'x' } }, { outcome: 'uncertain' }],
    [503, undefined, { outcome: 'later', reason: 'PROVIDER_UNAVAILABLE' }],
    [401, undefined, { outcome: 'broken', reason: 'INVALID_CREDENTIALS' }],
    [302, undefined, { outcome: 'broken', reason: 'UNSAFE_REDIRECT' }],
    [418, undefined, { outcome: 'refused', reason: 'PROVIDER_REFUSED:418' }],
  ])('%i with %j', (status, json, delivered) => {
    expect(readResponse({ status, json })).toEqual(delivered);
  });
});
