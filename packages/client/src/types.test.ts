// Compares the SDK's types with the schema that the service validates with. A difference does not compile.
import type * as commerce from '@retoma/commerce';
import { expect, expectTypeOf, test } from 'vitest';
import { RetomaError, type CheckoutRequest, type CheckoutWarning, type ErrorCode, type Issue } from './index.ts';

/** CHK3: null for a member that is not required counts as absent. */
type AcceptingNull<T> = T extends readonly (infer Entry)[]
  ? AcceptingNull<Entry>[]
  : T extends object
    ? { [Name in keyof T]: undefined extends T[Name] ? AcceptingNull<T[Name]> | null : AcceptingNull<T[Name]> }
    : T;

test('[CHK3] the SDK’s request type equals the service’s request type, member for member', () => {
  expectTypeOf<CheckoutRequest>().toEqualTypeOf<AcceptingNull<commerce.CheckoutRequest>>();
});

test('[CHK4][CHK5] the result type equals the service’s response', () => {
  expectTypeOf<CheckoutWarning>().toEqualTypeOf<commerce.CheckoutWarning>();
  expectTypeOf<commerce.ErrorCode>().toExtend<ErrorCode>();
  expectTypeOf<Issue>().toEqualTypeOf<commerce.Issue>();
  expect(new RetomaError('TIMEOUT', 'x')).toMatchObject({ status: 0, issues: [] });
});
