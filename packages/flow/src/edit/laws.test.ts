import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { readFlow } from '../validate/import.ts';
import { isFlat } from '../definition/flat.ts';
import { limits } from '../members/limits.ts';
import { walkFlow } from '../definition/walk.ts';
import { arbitraryFlatFlow } from '../testing/arbitrary-flow.ts';
import { arbitraryDraft, arbitraryDraw, counter, operationFor } from '../testing/arbitrary-operation.ts';
import { validateFlow } from '../validate/validate.ts';
import { applyOperations } from './history/apply.ts';
import { applyInverse, type Inverse } from './history/inverse.ts';
import { checkOperation, operationNames, type Operation } from './operation.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 150);
const draws = fc.array(arbitraryDraw, { minLength: 1, maxLength: 6 });

/** Every object and list of a flow; shared ones occur repeatedly. */
function partsOf(value: unknown, parts: object[] = []): object[] {
  if (typeof value !== 'object' || value === null) return parts;
  parts.push(value);
  for (const inner of Object.values(value)) partsOf(inner, parts);
  return parts;
}

/** The number of issues of a flow. Operations without new steps keep the ids, so equal flows are validated once. */
function issueCountOf(flow: Flow): number {
  const text = JSON.stringify(flow);
  const known = issueCounts.get(text) ?? validateFlow(flow).structure.length;
  issueCounts.set(text, known);
  return known;
}

const issueCounts = new Map<string, number>();

type Applied = { before: Flow; operation: Operation; after: Flow; inverse: Inverse };

/** The results of random sequences of operations on random flows, and how often each was applied, or refused by each code. */
const applications: Applied[] = [];
const count = new Map<string, number>();
for (const [draft, drawn] of fc.sample(fc.tuple(arbitraryDraft, draws), { seed: 20_261_121, numRuns: runs })) {
  let flow = draft;
  const newId = counter();
  for (const draw of drawn) {
    const operation = operationFor(flow, draw);
    const before = JSON.stringify(flow);
    const applied = applyOperations(flow, [operation], newId);
    if (JSON.stringify(flow) !== before) throw new Error(`${operation.op} changed the flow it was given`);
    const what = applied.ok ? operation.op : applied.code;
    count.set(what, (count.get(what) ?? 0) + 1);
    if (!applied.ok) continue;
    applications.push({ before: flow, operation, after: applied.flow, inverse: applied.inverse });
    flow = applied.flow;
  }
}

test('[EDT2] the sample contains every operation, applied and refused', () => {
  for (const name of operationNames) expect([name, (count.get(name) ?? 0) > 5]).toEqual([name, true]);
  for (const code of ['UNKNOWN_STEP', 'ROOT_STAYS', 'INTO_ITSELF', 'AFTER_END', 'LAST_BRANCH', 'INVALID_RESULT']) {
    expect([code, count.has(code)]).toEqual([code, true]);
  }
});

test('[EDT2] every operation can be undone to identical bytes, and redone', () => {
  for (const { before, after, inverse } of applications) {
    const stored = JSON.parse(JSON.stringify(inverse)) as never;
    const undone = applyInverse(JSON.parse(JSON.stringify(after)) as Flow, stored);
    if (!undone.ok) throw new Error(undone.code);
    expect(JSON.stringify(undone.flow)).toBe(JSON.stringify(before));
    const again = applyInverse(undone.flow, undone.inverse);
    expect(again.ok && JSON.stringify(again.flow)).toBe(JSON.stringify(after));
  }
});

test('[EDT2] an operation leaves a valid nested flow within its limits, or is refused', () => {
  for (const { after } of applications) {
    const read = readFlow(after);
    expect(read.ok ? [] : read.issues).toEqual([]);
    expect(isFlat(after)).toBe(false);
    const placed = [...walkFlow(after)];
    expect(placed.every(({ step }) => step.id !== undefined)).toBe(true);
    expect(after.steps.length).toBeLessThanOrEqual(limits.rootSteps.max);
    expect(placed.length).toBeLessThanOrEqual(limits.allSteps);
    expect(Math.max(...placed.map(({ depth }) => depth))).toBeLessThanOrEqual(limits.depth);
  }
});

test('[EDT2] no object occurs in a flow twice, and none is shared with the operation', () => {
  for (const { operation, after } of applications) {
    const parts = partsOf(after);
    const own = new Set(partsOf(operation));
    expect(new Set(parts).size).toBe(parts.length);
    expect(parts.filter((part) => own.has(part))).toEqual([]);
  }
});

test('[EDT2][COP3] an operation read back from JSON has the same effect', () => {
  for (const { before, operation, after } of applications) {
    const read = checkOperation(JSON.parse(JSON.stringify(operation)));
    if (!read.ok) throw new Error(read.code);
    expect(read.operation).toEqual(operation);
    const [one, other] = [read.operation, operation].map((input) => applyOperations(before, [input], counter('again')));
    expect(other).toEqual(one);
    expect(one!.ok && issueCountOf(one!.flow)).toBe(issueCountOf(after));
  }
});

test('[EDT2] a group of operations is applied completely with one inverse, or not at all', () => {
  let [complete, none] = [0, 0];
  const check = fc.property(arbitraryDraft, fc.tuple(arbitraryDraw, arbitraryDraw), (draft, drawn) => {
    const operations = drawn.map((draw) => operationFor(draft, draw));
    const before = JSON.stringify(draft);
    const applied = applyOperations(draft, operations, counter());
    expect(JSON.stringify(draft)).toBe(before);
    if (!applied.ok) {
      none++;
      expect(operations[applied.index]).toBeDefined();
      return;
    }
    complete++;
    expect(readFlow(applied.flow).ok).toBe(true);
    const undone = applyInverse(applied.flow, applied.inverse);
    expect(undone.ok && JSON.stringify(undone.flow)).toBe(before);
  });
  fc.assert(check, { seed: 3, numRuns: runs });
  expect(Math.min(complete, none)).toBeGreaterThan(runs / 20);
});

test('[EDT3] a flat flow cannot be edited before it is converted', () => {
  const check = fc.property(arbitraryFlatFlow, arbitraryDraw, (flow, draw) => {
    const refused = applyOperations(flow, [operationFor(flow, draw)], counter());
    expect(refused).toMatchObject({ ok: false, code: 'FLAT_FLOW' });
  });
  fc.assert(check, { seed: 5, numRuns: 50 });
});
