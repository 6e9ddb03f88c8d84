import {
  describeStep,
  describeMember,
  differencesBetween,
  mergeFlows,
  readableFlow,
  walkFlow,
  type Difference,
  type Flow,
  type MergeConflict,
} from '@retoma/flow';
import type { Locale } from '../../../../ui/locale.tsx';
import { texts } from './texts.ts';

/** One point that both versions changed: what it is, and both values as text. */
export type ConflictPoint = { key: string; step: string; label: string; mine: string; theirs: string };

/** The versions of a conflict and what they began from. */
export type Versions = { base: Flow; local: Flow; remote: Flow };

/** The points that both versions changed differently; undefined if the versions cannot be merged by step. */
export function conflictPoints({ base, local, remote }: Versions, locale: Locale): ConflictPoint[] | undefined {
  const open = mergeFlows(base, local, remote);
  if (!open) return undefined;
  const decided = (side: 'local' | 'remote'): Flow => {
    const choices = new Map(open.conflicts.map(({ key }) => [key, side]));
    return readableFlow(mergeFlows(base, local, remote, choices)!.flow);
  };
  const differences = differencesBetween(decided('local'), decided('remote'), locale);
  const names = namesIn([readableFlow(base), readableFlow(remote), readableFlow(local)], locale);
  return open.conflicts.map((conflict) => {
    const { step, owner } = names.get(conflict.id) ?? { step: texts[locale].automation, owner: conflict.id };
    return { key: conflict.key, step, ...sidesOf(conflict, owner, differences, locale) };
  });
}

/** The names of steps and branches by id, and the step that they belong to. */
function namesIn(flows: readonly Flow[], locale: Locale): Map<string, { step: string; owner: string }> {
  const names = new Map<string, { step: string; owner: string }>();
  for (const flow of flows) {
    for (const { step } of walkFlow(flow)) {
      if (step.id === undefined) continue;
      const name = describeStep(step, locale);
      names.set(step.id, { step: name, owner: step.id });
      if (step.type !== 'condition') continue;
      for (const { id, label } of step.branches ?? [])
        names.set(id, { step: [name, label].filter(Boolean).join(' › '), owner: step.id });
    }
  }
  return names;
}

function sidesOf(
  conflict: MergeConflict,
  owner: string,
  differences: readonly Difference[],
  locale: Locale,
): Pick<ConflictPoint, 'label' | 'mine' | 'theirs'> {
  const t = texts[locale];
  switch (conflict.kind) {
    case 'removed': {
      const [gone, stays] = [t.isRemoved, t.stays];
      return conflict.by === 'local'
        ? { label: '', mine: gone, theirs: stays }
        : { label: '', mine: stays, theirs: gone };
    }
    case 'order':
      return { label: t.isOrder, mine: t.order, theirs: t.order };
    case 'moved': {
      const moved = differences.find((one) => one.id === conflict.id && one.kind === 'moved');
      const [mine, theirs] = moved?.kind === 'moved' ? [moved.from, moved.to] : ['', ''];
      return { label: t.isPlace, mine, theirs };
    }
    case 'member': {
      const member = owner === conflict.id ? conflict.member : `branches[${conflict.id}].${conflict.member}`;
      const changed = differences.find((one) => one.id === owner && one.kind === 'changed');
      const found = (changed?.kind === 'changed' ? changed.members : []).filter(
        (one) => one.member === member || one.member.startsWith(`${member}.`) || one.member.startsWith(`${member}[`),
      );
      const text = (side: 'before' | 'after'): string => found.map((one) => one[side] ?? t.empty).join('\n') || t.empty;
      return { label: describeMember(conflict.member, locale), mine: text('before'), theirs: text('after') };
    }
    default:
      return conflict satisfies never;
  }
}
