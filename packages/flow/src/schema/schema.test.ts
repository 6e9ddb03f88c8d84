import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Code } from '../members/codes.ts';
import { validateFlow } from '../validate/validate.ts';
import { arbitraryFlow } from '../testing/arbitrary-flow.ts';
import { automationSchema } from './automation-schema.ts';

const root = path.join(import.meta.dirname, '../../../..');
const accepts = new Ajv2020({
  discriminator: true,
  allErrors: true,
  strictTypes: false,
  strictRequired: false,
}).compile(automationSchema);

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
