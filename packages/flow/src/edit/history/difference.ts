import type { Locale } from '@retoma/commerce/locale';
import { textMembersOf } from '../../steps/action/texts.ts';
import type { Flow } from '../../definition/flow.ts';
import { nestedLists, walkFlow, type LocatedStep } from '../../definition/walk.ts';
import type { Step } from '../../steps/step.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import { describeStep } from '../../steps/describe.ts';
import { describeMember } from '../../members/member-labels.ts';
import { describeValue, describePosition } from './difference-text.ts';

/** A changed member: its path in the step (of a branch: `branches[ID].label`), its label, and both values as text; null: absent. */
export type MemberDifference = { member: string; label: string; before: string | null; after: string | null };

/** The change of one step, as text. `step`: the step in one line, after the change or, if removed, before it. */
export type Difference = { id: string; step: string } & (
  | { kind: 'added'; where: string }
  | { kind: 'removed'; where: string }
  | { kind: 'moved'; from: string; to: string }
  | { kind: 'changed'; members: readonly MemberDifference[] }
);

/**
 * The differences between two flows. Steps are matched by id, or by path if they have none. Changes of the flow's own members have the id
 * `trigger-0`. Ordered as in the second flow, removed steps last. A step may be both moved and changed.
 */
export function differencesBetween(before: Flow, after: Flow, locale: Locale = 'pt-BR'): Difference[] {
  const had = stepsById(before);
  const has = stepsById(after);
  const still = (id: string): boolean => has.has(id);
  const order = movedWithin(after, had);
  const differences: Difference[] = flowChange(before, after, locale);
  for (const [id, placed] of has) {
    const step = describeStep(placed.step, locale);
    const old = had.get(id);
    if (!old) {
      differences.push({ id, step, kind: 'added', where: describePosition(placed, locale) });
      continue;
    }
    if (listIdOf(old) !== listIdOf(placed) || order.has(id)) {
      differences.push({
        id,
        step,
        kind: 'moved',
        from: describePosition(old, locale),
        to: describePosition(placed, locale),
      });
    }
    const members = old.step === placed.step ? [] : memberDifferences(old.step, placed.step, locale);
    if (members.length > 0) differences.push({ id, step, kind: 'changed', members });
  }
  for (const [id, placed] of had) {
    if (still(id)) continue;
    const step = describeStep(placed.step, locale);
    differences.push({ id, step, kind: 'removed', where: describePosition(placed, locale) });
  }
  return differences;
}

const idOf = ({ step, path }: LocatedStep): string => step.id ?? path;

function stepsById(flow: Flow): Map<string, LocatedStep> {
  return new Map([...walkFlow(flow)].map((placed) => [idOf(placed), placed]));
}

/** The identity of a list while its steps move: its owner and its outlet, or the branch's id. */
function listIdOf({ parent, list }: LocatedStep): string {
  return parent && list ? JSON.stringify([idOf(parent), list.branch?.id ?? list.member]) : '';
}

/** The smallest set of steps whose moves explain the new order, among steps that stayed in their list. */
function movedWithin(after: Flow, had: ReadonlyMap<string, LocatedStep>): Set<string> {
  const oldOrder = new Map([...had.keys()].map((id, index) => [id, index]));
  const lists = Map.groupBy(
    [...walkFlow(after)].filter((placed) => {
      const old = had.get(idOf(placed));
      return old !== undefined && listIdOf(old) === listIdOf(placed);
    }),
    listIdOf,
  );
  const moved = new Set<string>();
  for (const placed of lists.values()) {
    const ids = placed.map(idOf);
    const unmoved = longestRising(ids.map((id) => oldOrder.get(id)!));
    for (const [index, id] of ids.entries()) if (!unmoved.has(index)) moved.add(id);
  }
  return moved;
}

/** The indexes of a longest increasing subsequence. Lists have at most 500 entries. */
function longestRising(numbers: readonly number[]): Set<number> {
  const length: number[] = [];
  const previous: number[] = [];
  let last = -1;
  for (const [index, number] of numbers.entries()) {
    [length[index], previous[index]] = [1, -1];
    for (let earlier = 0; earlier < index; earlier++) {
      if (numbers[earlier]! >= number || length[earlier]! < length[index]) continue;
      [length[index], previous[index]] = [length[earlier]! + 1, earlier];
    }
    if (last === -1 || length[index] > length[last]!) last = index;
  }
  const unmoved = new Set<number>();
  for (let at = last; at !== -1; at = previous[at]!) unmoved.add(at);
  return unmoved;
}

function flowChange(before: Flow, after: Flow, locale: Locale): Difference[] {
  const { steps: _before, ...had } = before;
  const { steps: _after, ...has } = after;
  const members = compareMembers(flatten(had), flatten(has), locale);
  return members.length === 0 ? [] : [{ id: triggerNodeId, step: after.name, kind: 'changed', members }];
}

function memberDifferences(before: Step, after: Step, locale: Locale): MemberDifference[] {
  return compareMembers(membersOf(before), membersOf(after), locale);
}

/** The members of a step without its nested lists; those of branches are keyed by the branch's id; the order of branches is a member. */
function membersOf(step: Step): Map<string, unknown> {
  const lists = new Set(nestedLists(step).map(({ member }) => member));
  const { id: _id, ...rest } = step;
  const own = Object.fromEntries(
    Object.entries(rest).filter(([member]) => !lists.has(member) && member !== 'branches'),
  );
  const members = flatten(
    own,
    step.type === 'action' ? new Set(textMembersOf(step).map(({ path }) => path)) : undefined,
  );
  if (step.type !== 'condition' || !step.branches) return members;
  members.set(
    'branches',
    step.branches.map(({ id, label }) => label ?? id),
  );
  for (const { id, steps: _steps, ...branch } of step.branches) {
    for (const [member, value] of Object.entries(branch)) members.set(`branches[${id}].${member}`, value);
  }
  return members;
}

/** Members by path. Objects are flattened; lists only if they contain one of `texts`. */
function flatten(
  raw: object,
  texts?: ReadonlySet<string>,
  path = '',
  found = new Map<string, unknown>(),
): Map<string, unknown> {
  const inList = Array.isArray(raw);
  for (const [key, value] of Object.entries(raw) as [string, unknown][]) {
    const here = inList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const open = Array.isArray(value)
      ? [...(texts ?? [])].some((text) => text.startsWith(`${here}[`))
      : typeof value === 'object' && value !== null && !('field' in value);
    if (open) flatten(value as object, texts, here, found);
    else found.set(here, value);
  }
  return found;
}

function compareMembers(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  locale: Locale,
): MemberDifference[] {
  const members = new Set([...after.keys(), ...before.keys()]);
  return [...members].flatMap((member) => {
    const [had, has] = [before.get(member), after.get(member)];
    if (had === has || JSON.stringify(had) === JSON.stringify(has)) return [];
    const text = (value: unknown): string | null => (value === undefined ? null : describeValue(member, value, locale));
    return [{ member, label: describeMember(member, locale), before: text(had), after: text(has) }];
  });
}
