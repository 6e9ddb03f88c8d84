import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codes } from '../members/codes.ts';
import { arbitraryFlow } from '../testing/arbitrary-flow.ts';
import { arbitraryBrokenFlow } from '../testing/broken-definition.ts';
import { errorsIn, examine } from './examine.ts';

test('[EDT2] the rules that are left out for an edit find no error in any value', () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryFlow, arbitraryBrokenFlow), (value) => {
      const { report } = examine(value);
      expect(errorsIn(value)).toEqual(report.findings.filter(({ code }) => codes[code].severity === 'error'));
    }),
    { numRuns: 2_000 },
  );
});
