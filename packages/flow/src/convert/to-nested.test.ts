import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFlat } from '../definition/flat.ts';
import type { Flow } from '../definition/flow.ts';
import { readFlow } from '../validate/import.ts';
import { walkFlow } from '../definition/walk.ts';
import { arbitraryFlatFlow, arbitraryNestedFlow } from '../testing/arbitrary-flow.ts';
import { toNested } from './to-nested.ts';

const sample = (name: string): Flow => {
  const file = path.join(import.meta.dirname, '../../samples', name, 'flow.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Flow;
};

const flat = (steps: unknown[]): Flow => ({
  name: 'Plano',
  trigger_event: 'payment.failed',
  steps: steps as Flow['steps'],
});
const condition = (id: string, ...branches: string[]) => ({
  type: 'condition',
  id,
  branches: branches.map((branch) => ({ id: branch, conditions: [{ field: 'amount', operator: '>', value: 1 }] })),
});
const child = (id: string, parentId: string) => ({ type: 'delay', id, minutes: 1, parentId, nextId: 'x' });

describe('[EDT3] flat → nested', () => {
  test('root conditions stay at the root and get the steps of their branches', () => {
    const converted = toNested(sample('pix-recovery-flat'));
    if (!converted.ok) throw new Error('refused');
    const { steps } = converted.flow;
    expect(steps.map(({ id }) => id)).toEqual(['espera-30', 'conferir-1', 'conferir-2']);
    const placed = [...walkFlow(converted.flow)].map(({ path, step }) => `${path} ${step.id}`);
    expect(placed).toContain('steps[1].branches[1].steps[1] espera-12h');
    expect(JSON.stringify(converted.flow)).not.toMatch(/parentId|nextId/);
  });

  test('a random flat flow becomes a valid nested one with the same steps, or every refusal is reported', () => {
    const check = fc.property(arbitraryFlatFlow, (flow) => {
      const converted = toNested(flow);
      if (!converted.ok) {
        expect(converted.refusals.length).toBeGreaterThan(0);
        return;
      }
      expect(isFlat(converted.flow)).toBe(false);
      expect(readFlow(converted.flow).ok).toBe(true);
      const ids = (of: Flow) => [...walkFlow(of)].map(({ step }) => step.id ?? step.type).sort();
      expect(ids(converted.flow)).toEqual(ids(flow));
    });
    fc.assert(check, { seed: 1, numRuns: 300 });
  });

  test('a nested flow is returned unchanged', () => {
    fc.assert(
      fc.property(arbitraryNestedFlow, (flow) => {
        expect(toNested(flow)).toEqual({ ok: true, flow });
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test('a conversion that would change the order is refused, with the steps in between', () => {
    const converted = toNested(
      flat([condition('c1', 'a', 'b'), child('a1', 'a'), condition('c2', 'c'), child('b1', 'b')]),
    );
    expect(converted).toMatchObject({
      ok: false,
      refusals: [{ reason: 'STEPS_IN_BETWEEN', path: 'steps[3]', id: 'b1', blockers: ['c2'] }],
    });
  });

  test('steps of sibling branches in between do not prevent it', () => {
    const converted = toNested(flat([condition('c1', 'a', 'b'), child('a1', 'a'), child('b1', 'b'), child('a2', 'a')]));
    expect(converted.ok && converted.flow.steps).toMatchObject([
      { id: 'c1', branches: [{ steps: [{ id: 'a1' }, { id: 'a2' }] }, { steps: [{ id: 'b1' }] }] },
    ]);
  });

  test('a step that never runs, a reused branch id and a branch with both kinds of steps are refused', () => {
    const both = { ...condition('c2', 'd') };
    const converted = toNested(
      flat([
        child('early', 'a'),
        condition('c1', 'a'),
        condition('again', 'a'),
        { ...both, branches: [{ ...both.branches[0]!, steps: [{ type: 'end' }] }] },
        child('d1', 'd'),
      ]),
    );
    const reasons = converted.ok ? [] : converted.refusals.map(({ reason }) => reason);
    expect(reasons.sort()).toEqual(['BRANCH_HAS_STEPS', 'BRANCH_ID_REUSED', 'NEVER_RUNS']);
  });
});
