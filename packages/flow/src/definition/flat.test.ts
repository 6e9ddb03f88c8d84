import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryFlow } from '../testing/arbitrary-flow.ts';
import { validateFlow } from '../validate/validate.ts';
import { isFlat } from './flat.ts';
import { readFlow } from '../validate/import.ts';
import type { Steps } from '../steps/step.ts';

const conditions = [{ field: 'amount', operator: '>', value: 1 }] as const;
const branches = (...steps: (Steps | undefined)[]): Steps => [
  {
    type: 'condition',
    branches: steps.map((list, index) => ({ id: `b${index}`, conditions, ...(list && { steps: list }) })),
  },
];

test.each<[string, boolean, Steps]>([
  [
    'a list without conditions is nested',
    false,
    [
      { type: 'delay', minutes: 1, nextId: 'x' },
      { type: 'end', id: 'x' },
    ],
  ],
  ['a root step with parentId', true, [{ type: 'end', parentId: 'b0' }]],
  ['branches with steps', false, branches([], [{ type: 'end' }])],
  ['branches without steps', true, branches(undefined, undefined)],
  ['one branch without steps', true, branches([], undefined)],
  ['a condition inside a list, its branch without steps', true, [{ type: 'retry', steps: branches(undefined) }]],
  ['if_true and if_false alone', false, [{ type: 'condition', conditions, if_true: [{ type: 'end' }] }]],
])('[DEF3] %s: flat %s', (_, flat, steps) => expect(isFlat({ steps })).toBe(flat));

test('[DEF3] the validator reports the same format', () => {
  const check = fc.property(arbitraryFlow, (flow) => {
    const read = readFlow(flow);
    expect(read.ok && read.format).toBe(isFlat(flow) ? 'flat' : 'nested');
  });
  fc.assert(check, { seed: 9, numRuns: 200 });
});

test('[FLAT13] a nested flow needs neither parentId nor nextId, and its branch ids are not linked to flat steps', () => {
  const flow = (steps: unknown) => ({ name: 'Exemplo', trigger_event: 'lead.created', steps });
  expect(validateFlow(flow(branches([{ type: 'delay', minutes: 5 }], [])))).toMatchObject({
    valid: true,
    format: 'nested',
    structure: [{ code: 'UNREACHABLE_BRANCH' }],
  });
  const crossed = branches([{ type: 'delay', minutes: 5, parentId: 'b1' }], []);
  expect(validateFlow(flow(crossed)).structure.map(({ path, code }) => `${path} ${code}`)).toContain(
    'steps[0].branches[0].steps[0].parentId MIXED_FORMATS',
  );
});
