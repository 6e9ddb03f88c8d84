import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFlat } from '../definition/flat.ts';
import { readFlow } from '../validate/import.ts';
import { walkFlow } from '../definition/walk.ts';
import { arbitraryFlatFlow, arbitraryNestedFlow } from './arbitrary-flow.ts';

// Only errors make a definition invalid. The tests of the validator cover the analysis of paths, which only warns.
const issuesOf = (flow: unknown): readonly { code: string; severity: string }[] => readFlow(flow, 'en').issues;
const problems = (flow: unknown): unknown[] => issuesOf(flow).filter(({ severity }) => severity === 'error');

describe('random flows', () => {
  test('nested ones are valid and nested', () => {
    const check = fc.property(arbitraryNestedFlow, (flow) => {
      expect(problems(flow)).toEqual([]);
      expect(isFlat(flow)).toBe(false);
    });
    fc.assert(check, { seed: 1, numRuns: 500 });
  });

  test('flat ones keep every flat rule', () => {
    const check = fc.property(arbitraryFlatFlow, (flow) => {
      expect(problems(flow)).toEqual([]);
      expect(isFlat(flow)).toBe(true);
      expect(issuesOf(flow).filter(({ code }) => code === 'FLAT_RULE_1')).toEqual([]);
    });
    fc.assert(check, { seed: 1, numRuns: 500 });
  });

  test('contain every kind of step and list', () => {
    const seen = new Set<string>();
    for (const flow of fc.sample(arbitraryNestedFlow, { seed: 2, numRuns: 300 })) {
      for (const { step, list } of walkFlow(flow)) {
        seen.add(step.type);
        if (list) seen.add(list.member.replace(/\d+/, 'n'));
      }
    }
    const all =
      'action condition delay end loop retry branches[n].steps if_true if_false onNext onResponse onOpen onClickLink onNoReply steps';
    expect([...seen].sort()).toEqual(all.split(' ').sort());
  });
});
