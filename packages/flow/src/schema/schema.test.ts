import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Code } from '../members/codes.ts';
import { validateFlow } from '../validate/validate.ts';
import { arbitraryFlow } from '../testing/arbitrary-flow.ts';
import { automationSchema } from './automation-schema.ts';

const root = path.join(import.meta.dirname, '../../../..');
const accepts = new Ajv2020({ strict: true, allErrors: true }).compile(automationSchema);

const defs = automationSchema['$defs'] as Readonly<Record<string, object>>;

/** Rules that only the validator checks: about the whole flow, and warnings. */
const beyond: ReadonlySet<Code> = new Set<Code>([
  'DUPLICATE_ID',
  'INVALID_CONTENT',
  'MIXED_FORMATS',
  'NEVER_SENT',
  'TOO_DEEP',
]);

test('docs/automation.schema.json equals the schema in code (node scripts/go.mjs run packages/flow/schema.ts)', () => {
  const published = readFileSync(path.join(root, 'docs/automation.schema.json'), 'utf8');
  expect(JSON.parse(published)).toEqual(automationSchema);
});

test('the schema accepts every valid flow', () => {
  const check = fc.property(arbitraryFlow, (flow) => {
    expect([accepts(flow), accepts.errors]).toEqual([true, null]);
  });
  fc.assert(check, { seed: 7, numRuns: 300 });
});

test('the schema and the validator agree on the samples', () => {
  const folder = path.join(root, 'packages/flow/samples');
  for (const name of readdirSync(folder).filter((name) => !name.startsWith('invalid-json'))) {
    const flow: unknown = JSON.parse(readFileSync(path.join(folder, name, 'flow.json'), 'utf8'));
    const errors = validateFlow(flow).structure.filter(
      ({ code, severity }) => severity === 'error' && !beyond.has(code) && !code.startsWith('FLAT'),
    );
    if (name !== 'too-many-steps-in-all') expect([name, accepts(flow)]).toEqual([name, errors.length === 0]);
  }
});

describe('a validator that reports all errors works in proportion to the steps', () => {
  const wait = { type: 'delay', id: 'wait', minutes: 0 };
  /** A step within another, by the kind of the outer one. */
  const nestings: Readonly<Record<string, (inner: object) => object>> = {
    action: (inner) => ({ type: 'action', name: 'send_sms', data: { message: 'Oi' }, onResponse: [inner] }),
    'action of an unknown name': (inner) => ({ type: 'action', name: 'send_fax', onNext: [inner] }),
    branch: (inner) => ({
      type: 'condition',
      branches: [{ id: 'b', conditions: [{ field: 'payment_status', operator: 'is', value: 1 }], steps: [inner] }],
    }),
    'condition that is a rule': (inner) => ({
      type: 'condition',
      field: 'payment_status',
      operator: 'equals',
      value: 'paid',
      if_true: [inner],
    }),
    'step of an unknown kind': (inner) => ({ type: 'delai', onNext: [inner], steps: [inner] }),
  };
  /** How often a schema counts a step: as often as its `step` is evaluated. */
  let evaluated = 0;
  const counting = new Ajv2020({ strict: true, allErrors: true })
    .addKeyword({ keyword: 'counted', validate: () => (evaluated++, true) })
    .compile({ ...automationSchema, $defs: { ...defs, step: { ...defs['step'], counted: true } } });
  /** Errors and evaluated steps of a flow with so many levels. */
  function work(nest: (inner: object) => object, levels: number): { errors: number; steps: number } {
    let step: object = wait;
    for (let level = 0; level < levels; level++) step = nest(step);
    evaluated = 0;
    counting({ name: 'Recuperação', trigger: { type: 'pix.generated' }, steps: [step] });
    return { errors: counting.errors!.length, steps: evaluated };
  }

  test.each(Object.entries(nestings))('%s', (_, nest) => {
    const [one, two, many] = [work(nest, 1), work(nest, 2), work(nest, 10)];
    expect(many.steps).toBe(one.steps + 9 * (two.steps - one.steps));
    expect(many.steps).toBeLessThanOrEqual(11);
    expect(many.errors).toBe(one.errors + 9 * (two.errors - one.errors));
  });
});
