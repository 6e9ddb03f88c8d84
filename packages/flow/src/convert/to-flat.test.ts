import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withIds } from '../definition/ids.ts';
import { importFlow } from '../validate/import.ts';
import { differencesBetween } from '../edit/history/difference.ts';
import type { Step } from '../steps/step.ts';
import { validateFlow } from '../validate/validate.ts';
import { toFlat } from './to-flat.ts';
import { toNested } from './to-nested.ts';

const samples = path.join(import.meta.dirname, '../../samples');
let made = 0;
const flows = readdirSync(samples).flatMap((name) => {
  const read = importFlow(readFileSync(path.join(samples, name, 'flow.json'), 'utf8'));
  return read.ok ? [[name, withIds(read.flow, () => `made-${++made}`)] as const] : [];
});

test('[EDT3] a converted flat flow nests again without a difference or an error', () => {
  const converted = flows.flatMap(([name, flow]) => {
    const nested = toNested(flow);
    const flat = nested.ok ? toFlat(nested.flow) : undefined;
    return nested.ok && flat ? [{ name, nested: nested.flow, flat }] : [];
  });
  expect(converted.length).toBeGreaterThan(10);
  for (const { name, nested, flat } of converted) {
    const back = toNested(flat);
    expect([name, back.ok && differencesBetween(nested, back.flow)]).toEqual([name, []]);
    expect([name, validateFlow(flat, { mode: 'off' }).valid]).toEqual([name, true]);
  }
});

test('[EDT3] a condition inside a branch cannot be converted to the flat format', () => {
  const ask = (id: string, steps: Step[]): Step => ({
    type: 'condition',
    id,
    branches: [{ id: `${id}-paid`, conditions: [{ field: 'payment_status', operator: '=', value: 'paid' }], steps }],
  });
  const flow = { name: 'Dentro', trigger_event: 'pix.generated', active: true } as const;
  const end: Step = { type: 'end', id: 'end' };
  expect(toFlat({ ...flow, steps: [ask('a', [ask('b', [end])])] })).toBeUndefined();
  expect(toFlat({ ...flow, steps: [ask('a', [end])] })?.steps).toMatchObject([
    { id: 'a', nextId: 'end' },
    { id: 'end', parentId: 'a-paid' },
  ]);
});
