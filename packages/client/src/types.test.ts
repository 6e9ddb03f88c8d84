// Compares the SDK's types with the schema that the service validates with. A difference does not compile.
import type * as commerce from '@retoma/commerce';
import { expect, expectTypeOf, test } from 'vitest';
import { RetomaError, type CheckoutRequest, type CheckoutWarning, type ErrorCode, type Issue } from './index.ts';

test('[CHK3] the SDK’s request type equals the service’s request type, member for member', () => {
  expectTypeOf<CheckoutRequest>().toEqualTypeOf<commerce.CheckoutRequest>();
});

test('[CHK4][CHK5] the result type equals the service’s response', () => {
  expectTypeOf<CheckoutWarning>().toEqualTypeOf<commerce.CheckoutWarning>();
  expectTypeOf<commerce.ErrorCode>().toExtend<ErrorCode>();
  expectTypeOf<Issue>().toEqualTypeOf<commerce.Issue>();
  expect(new RetomaError('TIMEOUT', 'x')).toMatchObject({ status: 0, issues: [] });
});
