import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../../definition/flow.ts';
import { withIds } from '../../definition/ids.ts';
import { arbitraryDraft, arbitraryDraw, counter, operationFor, type Draw } from '../../testing/arbitrary-operation.ts';
import { check, delay, flowOf, sms, statusIs } from '../../testing/build-flow.ts';
import { applyOperations } from '../history/apply.ts';
import type { Operation } from '../operation.ts';
import { mergeFlows, type Merged, type Side } from './merge-flows.ts';
import { same } from './merge-members.ts';
import { nodesOf, rootId, type Nodes } from './nodes.ts';

const base = flowOf([delay(30), check('pay', { paid: [], pending: [sms('first'), sms('second')] }), sms('last')]);

function edited(flow: Flow, ...operations: Operation[]): Flow {
  const done = applyOperations(flow, operations, counter('made'), { accept: 'unfinished' });
  if (!done.ok) throw new Error(done.code);
  return done.flow;
}

function merged(local: Operation[], remote: Operation[], choices?: ReadonlyMap<string, Side>): Merged {
  const result = mergeFlows(base, edited(base, ...local), edited(base, ...remote), choices);
  if (!result) throw new Error('no ids');
  return result;
}

const rename: Operation = { op: 'update_step', nodeId: 'trigger-0', changes: { name: 'Outro nome' } };
const wait = (minutes: number): Operation => ({ op: 'update_step', nodeId: 'wait-30', changes: { minutes } });
const write = (message: string): Operation => ({
  op: 'update_step',
  nodeId: 'first',
  changes: { 'data.message': message },
});
const remove = (nodeId: string): Operation => ({ op: 'remove_step', nodeId });
const pending = { conditionNodeId: 'pay', branchId: 'pay-pending' };

describe('[EDT19] two changed versions of a flow', () => {
  test('different fields, steps and branches merge, and nothing is asked', () => {
    const mine = [rename, write('Oi!'), { op: 'create_step', step: sms('mine'), ...pending }] satisfies Operation[];
    const theirs: Operation[] = [
      wait(90),
      { op: 'rename_branch', conditionNodeId: 'pay', branchId: 'pay-paid', label: 'Já pagou' },
      { op: 'create_step', step: sms('theirs'), ...pending, afterNodeId: 'second' },
      { op: 'move_step', nodeId: 'last', afterNodeId: 'wait-30' },
    ];
    const { flow, conflicts } = merged(mine, theirs);
    expect(conflicts).toEqual([]);
    // Both ways of applying one set of changes after the other have the same result.
    expect(flow).toEqual(edited(edited(base, ...theirs), ...mine));
    expect(same(flow, edited(edited(base, ...mine), ...theirs))).toBe(true);
  });

  test('one field changed by both is a conflict, decided by the choice', () => {
    const key = 'member first data.message';
    const { conflicts } = merged([write('Oi!')], [write('Olá!'), wait(90)]);
    expect(conflicts).toEqual([{ key, id: 'first', kind: 'member', member: 'data.message' }]);
    for (const [side, text] of [
      ['local', 'Oi!'],
      ['remote', 'Olá!'],
    ] as const) {
      const { flow } = merged([write('Oi!')], [write('Olá!'), wait(90)], new Map([[key, side]]));
      expect(same(flow, edited(base, write(text), wait(90)))).toBe(true);
    }
  });

  test('a step that one removed and the other left alone goes; one that the other changed stays until that is decided', () => {
    expect(merged([remove('pay')], [wait(90)])).toMatchObject({
      conflicts: [],
      flow: edited(base, remove('pay'), wait(90)),
    });
    const inside: Operation = { op: 'create_step', step: sms('new'), ...pending };
    for (const change of [write('Oi!'), inside]) {
      const undecided = merged([remove('pay')], [change]);
      expect(undecided.conflicts).toEqual([{ key: 'removed pay', id: 'pay', kind: 'removed', by: 'local' }]);
      expect(same(undecided.flow, edited(base, change))).toBe(true);
      expect(
        same(merged([remove('pay')], [change], new Map([['removed pay', 'local']])).flow, edited(base, remove('pay'))),
      ).toBe(true);
    }
  });

  test('a step moved to two lists, and two steps moved into each other, are conflicts', () => {
    const to = (branchId: string): Operation => ({
      op: 'move_to_branch',
      nodeId: 'last',
      conditionNodeId: 'pay',
      branchId,
    });
    expect(merged([to('pay-paid')], [to('pay-pending')]).conflicts).toMatchObject([{ kind: 'moved', id: 'last' }]);
    const two = flowOf([check('one', { a: [] }), check('two', { b: [] })]);
    const into = (nodeId: string, conditionNodeId: string, branchId: string): Flow =>
      edited(two, { op: 'move_to_branch', nodeId, conditionNodeId, branchId });
    const result = mergeFlows(two, into('one', 'two', 'two-b'), into('two', 'one', 'one-a'))!;
    expect(result.conflicts).toMatchObject([{ kind: 'moved' }]);
    expect([...nodesOf(result.flow)!.keys()].toSorted()).toEqual([...nodesOf(two)!.keys()].toSorted());
  });

  test('an end stays last, whoever added what before it', () => {
    const end: Operation = { op: 'create_step', step: { id: 'stop', type: 'end' }, afterNodeId: 'last' };
    const more: Operation = { op: 'create_step', step: sms('more'), afterNodeId: 'last' };
    for (const [mine, theirs] of [
      [end, more],
      [more, end],
    ] as const)
      expect(merged([mine], [theirs]).flow.steps.map(({ id }) => id)).toEqual([
        'wait-30',
        'pay',
        'last',
        'more',
        'stop',
      ]);
  });

  test('steps without ids are not merged', () => {
    const { id: _id, ...nameless } = delay(5);
    expect(mergeFlows(base, base, flowOf([nameless]))).toBeUndefined();
  });
});

/** A draft changed several times; new ids begin with `prefix`. */
function changedBy(flow: Flow, draws: readonly Draw[], prefix: string): Flow {
  let changed = flow;
  for (const draw of draws) {
    const done = applyOperations(changed, [operationFor(changed, draw)], counter(`${prefix}${draws.indexOf(draw)}`));
    if (done.ok) changed = withIds(done.flow, counter(`${prefix}-id`));
  }
  return changed;
}

const arbitraryVersions = fc
  .tuple(arbitraryDraft, fc.array(arbitraryDraw, { maxLength: 5 }), fc.array(arbitraryDraw, { maxLength: 5 }))
  .map(([draft, mine, theirs]) => ({
    draft,
    local: changedBy(draft, mine, 'l'),
    remote: changedBy(draft, theirs, 'r'),
  }));

/** What a merge would drop in silence: changes of one side that are neither in the result nor below a conflict. */
function lost(draft: Nodes, changed: Nodes, other: Nodes, { flow, conflicts }: Merged): string[] {
  const result = nodesOf(flow)!;
  const reported = new Set(conflicts.map(({ id }) => id));
  const isTold = (id: string): boolean => {
    for (let at: string | undefined = id; at !== undefined; at = (changed.get(at) ?? draft.get(at))?.spot?.owner)
      if (reported.has(at)) return true;
    return false;
  };
  const found: string[] = [];
  for (const [id, node] of changed) {
    const [before, now, theirs] = [draft.get(id), result.get(id), other.get(id)];
    if (isTold(id)) continue;
    if (!now) {
      const isUntouched = before && same(before.members, node.members) && same(before.spot, node.spot);
      if (theirs || !isUntouched) found.push(`node ${id}`);
      continue;
    }
    for (const [member, value] of Object.entries(node.members)) {
      const isOwnChange = !same(before?.members[member], value);
      if (
        isOwnChange &&
        (!theirs || same(theirs.members[member], before?.members[member])) &&
        !same(now.members[member], value)
      )
        found.push(`${id}.${member}`);
    }
    const isMoved = !same(before?.spot, node.spot);
    if (
      isMoved &&
      (!theirs || same(theirs.spot, before?.spot)) &&
      !same(now.spot, node.spot) &&
      result.has(node.spot!.owner)
    )
      found.push(`place of ${id}`);
  }
  return found;
}

describe('[EDT19] laws of merging random changes of random flows', () => {
  const law = (holds: (versions: { draft: Flow; local: Flow; remote: Flow }) => void): void =>
    fc.assert(fc.property(arbitraryVersions, holds), { seed: 18, numRuns: 40 });

  test('one changed side is the result', () => {
    law(({ draft, local }) => {
      for (const result of [
        mergeFlows(draft, local, draft),
        mergeFlows(draft, draft, local),
        mergeFlows(draft, local, local),
      ]) {
        expect(result!.conflicts).toEqual([]);
        expect(same(result!.flow, local)).toBe(true);
      }
    });
  });

  test('nothing of either side is dropped in silence, and no step is there twice', () => {
    law(({ draft, local, remote }) => {
      const result = mergeFlows(draft, local, remote)!;
      const [before, mine, theirs] = [draft, local, remote].map((flow) => nodesOf(flow)!) as [Nodes, Nodes, Nodes];
      expect(lost(before, mine, theirs, result)).toEqual([]);
      expect(lost(before, theirs, mine, result)).toEqual([]);
      for (const id of nodesOf(result.flow)!.keys()) expect(mine.has(id) || theirs.has(id)).toBe(true);
    });
  });

  test('both sides find the same conflicts, and with every choice none is left undecided', () => {
    law(({ draft, local, remote }) => {
      const [one, other] = [mergeFlows(draft, local, remote)!, mergeFlows(draft, remote, local)!];
      const things = ({ conflicts }: Merged): string[] => conflicts.map(({ key }) => key).toSorted();
      expect(things(one)).toEqual(things(other));
      for (const side of ['local', 'remote'] as const) {
        const choices = new Map(one.conflicts.map(({ key }) => [key, side]));
        const result = mergeFlows(draft, local, remote, choices)!;
        expect(nodesOf(result.flow)!.has(rootId)).toBe(true);
      }
    });
  });

  test('without conflicts both orders of merging have the same steps with the same members', () => {
    law(({ draft, local, remote }) => {
      const [one, other] = [mergeFlows(draft, local, remote)!, mergeFlows(draft, remote, local)!];
      if (one.conflicts.length > 0) return;
      const [a, b] = [nodesOf(one.flow)!, nodesOf(other.flow)!];
      expect([...a.keys()].toSorted()).toEqual([...b.keys()].toSorted());
      for (const [id, { members, spot }] of a)
        expect(same({ members, spot }, { members: b.get(id)!.members, spot: b.get(id)!.spot })).toBe(true);
    });
  });
});

test('a rule of a branch changed by one and its label by the other merge', () => {
  const rules = [statusIs('failed')];
  const mine: Operation = {
    op: 'update_branch',
    conditionNodeId: 'pay',
    branchId: 'pay-paid',
    changes: { conditions: rules },
  };
  const theirs: Operation = { op: 'rename_branch', conditionNodeId: 'pay', branchId: 'pay-paid', label: 'Recusado' };
  const { flow, conflicts } = merged([mine], [theirs]);
  expect(conflicts).toEqual([]);
  expect(same(flow, edited(base, mine, theirs))).toBe(true);
});
