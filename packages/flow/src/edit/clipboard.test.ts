import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import { collectIds } from '../definition/ids.ts';
import { importFlow } from '../validate/import.ts';
import { walkFlow } from '../definition/walk.ts';
import { arbitraryDraft, counter } from '../testing/arbitrary-operation.ts';
import { check, delay, flowOf, sms, whatsapp } from '../testing/build-flow.ts';
import { applyOperations } from './history/apply.ts';
import { copySteps } from './clipboard.ts';

const stepIds = (flow: Flow): (string | undefined)[] => [...walkFlow(flow)].map(({ step }) => step.id);

test('[EDT2] copied steps form a separate automation, in order; nested steps are copied with their parent', () => {
  const flow = flowOf([delay(5), check('c', { pending: [sms('in'), sms('in-2')] }), whatsapp('w')]);
  const copied = copySteps(flow, ['w', 'in', 'c', 'nobody']);
  expect(stepIds(copied)).toEqual(['c', 'in', 'in-2', 'w']);
  expect(stepIds(copySteps(flow, ['in-2', 'wait-5']))).toEqual(['wait-5', 'in-2']);
  expect(copied.steps[0]).not.toBe(flow.steps[1]);
  const read = importFlow(JSON.stringify(copied));
  expect(read.ok && read.flow).toEqual(copied);
});

test('[EDT2] pasted steps get new ids, in this flow and in another', () => {
  const law = fc.property(arbitraryDraft, arbitraryDraft, fc.nat(), (from, other, at) => {
    const ids = [...walkFlow(from)].map(({ step }) => step.id!);
    const { steps } = copySteps(from, [ids[at % ids.length]!]);
    for (const to of [from, other]) {
      const pasted = applyOperations(to, [{ op: 'paste', steps }], counter());
      if (!pasted.ok) {
        expect(['TOO_MANY_STEPS', 'TOO_DEEP']).toContain(pasted.code);
        continue;
      }
      const copy = pasted.flow.steps[0]!;
      const withoutIds = (of: unknown): string =>
        JSON.stringify(of, (key, value: unknown) => (key === 'id' ? '' : value));
      expect(JSON.parse(withoutIds(copy))).toEqual(JSON.parse(withoutIds(steps[0])));
      const usedIds = collectIds(to);
      expect([...collectIds({ steps: [copy] })].filter((id) => usedIds.has(id))).toEqual([]);
    }
  });
  fc.assert(law, { seed: 13, numRuns: 80 });
});

test('[EDT2] branch ids get another prefix only if they are in use; nextId refers to the copy, or is dropped', () => {
  const flow = flowOf([check('check1', { paid: [], pending: [] })]);
  const branches = (id: string): string => {
    const steps = [check(id, { paid: [], pending: [] })];
    const pasted = applyOperations(flow, [{ op: 'paste', steps }], counter());
    const [first] = pasted.ok ? pasted.flow.steps : [];
    return first?.type === 'condition' ? first.branches!.map((branch) => branch.id).join(' ') : '';
  };
  expect(branches('check1')).toBe('check2-paid check2-pending');
  expect(branches('check9')).toBe('check9-paid check9-pending');
  const steps = [delay(1, { id: 'a', nextId: 'b' }), delay(2, { id: 'b', nextId: 'gone' })];
  const pasted = applyOperations(flow, [{ op: 'paste', steps }], counter());
  expect(pasted.ok && pasted.flow.steps.slice(0, 2).map(({ id, nextId }) => [id, nextId])).toEqual([
    ['new-1', 'new-2'],
    ['new-2', undefined],
  ]);
  const flat = [sms('x', { parentId: 'check1-paid' })];
  expect(applyOperations(flow, [{ op: 'paste', steps: flat }], counter())).toMatchObject({ code: 'FLAT_STEPS' });
});
