import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryBrokenFlow } from '../testing/broken-definition.ts';
import { Report } from '../members/report.ts';
import { checkStructure } from './structure.ts';

const findingsOf = (value: unknown): string[] => {
  const report = new Report();
  checkStructure(value, report);
  return report.findings.map(({ code, keys, suggestion }) => JSON.stringify([code, keys, suggestion]));
};

/** The same JSON with the members of every object in the opposite order. */
function withReversedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReversedMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([member, inner]) => [member, withReversedMembers(inner)]),
  );
}

test('[DEF1] issues are in the order of the tables: the order of the members of a definition changes nothing but that of unknown ones', () => {
  const isKnown = (finding: string): boolean => !/^\["(?:UNKNOWN_MEMBER|TOO_DEEP)"/.test(finding);
  const check = fc.property(arbitraryBrokenFlow, (value) => {
    const findings = findingsOf(value);
    const reversed = findingsOf(withReversedMembers(value));
    fc.pre(findings.length < 500);
    expect(reversed.filter(isKnown)).toEqual(findings.filter(isKnown));
    expect(reversed.toSorted()).toEqual(findings.toSorted());
  });
  fc.assert(check, { seed: 28, numRuns: 1_000 });
});
