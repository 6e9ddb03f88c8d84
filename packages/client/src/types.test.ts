// Pins the SDK's types to the schema that the service checks with. A difference does not compile.
import type * as commerce from '@retoma/commerce';
import { expect, expectTypeOf, test } from 'vitest';
import { RetomaError, type CheckoutRequest, type CoherenceWarning, type ErrorCode, type Issue } from './index.ts';

type OwnCode = 'NETWORK_ERROR' | 'TIMEOUT' | 'INVALID_RESPONSE';

test('[CHK3] what the SDK lets you send is what the service accepts, member for member', () => {
  expectTypeOf<CheckoutRequest>().toEqualTypeOf<commerce.CheckoutRequest>();
});

test('[CHK4][CHK5] the result is the service’s response', () => {
  expectTypeOf<CoherenceWarning>().toEqualTypeOf<commerce.CoherenceWarning>();
  expectTypeOf<Exclude<ErrorCode, OwnCode>>().toEqualTypeOf<commerce.ErrorCode>();
  expectTypeOf<commerce.Issue>().toExtend<Issue>();
  expect(new RetomaError('TIMEOUT', 'x')).toMatchObject({ status: 0, issues: [] });
});
