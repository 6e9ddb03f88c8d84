import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { withIds } from '../definition/ids.ts';
import { stepAt, walkFlow } from '../definition/walk.ts';
import { arbitraryFlow } from '../testing/arbitrary-flow.ts';
import { toGraph } from './to-graph.ts';

const flows = (check: (flow: Flow) => void): void =>
  fc.assert(fc.property(arbitraryFlow, check), { seed: 4, numRuns: 300 });

describe('graph', () => {
  test('every step is drawn once, in one lane', () =>
    flows((flow) => {
      const graph = toGraph(flow);
      const paths = [...walkFlow(flow)].map(({ path }) => path).sort();
      expect(graph.nodes.flatMap(({ id, lane }) => (lane === undefined ? [] : [id])).sort()).toEqual(paths);
      expect(graph.lanes.flatMap(({ nodes }) => nodes).sort()).toEqual(paths);
      for (const path of paths) expect(stepAt(flow, path)).toBeDefined();
    }));
});

describe('[DEF2] ids', () => {
  test('every step has one after saving, existing ones stay, and saving again changes nothing', () =>
    flows((flow) => {
      let made = 0;
      const saved = withIds(flow, () => `s${++made}`);
      const ids = [...walkFlow(saved)].map(({ step }) => step.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain(undefined);
      for (const { step, path } of walkFlow(flow))
        if (step.id !== undefined) expect(stepAt(saved, path)?.id).toBe(step.id);
      expect(withIds(saved, () => 'never')).toBe(saved);
    }));
});
