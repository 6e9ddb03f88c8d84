import { useMemo, useState } from 'react';
import type { Outline, OutlineList } from './layout/flow-tree.ts';

/** A diagram with more steps than this opens with its side lanes folded. */
const crowded = 60;

/** In a crowded diagram, branches deeper than this are folded at first. */
const deep = 3;

/** The lists that are folded at first: none, or in a crowded flow those of event handlers and of deep branches. */
function foldedAtFirst({ steps }: Outline): Set<string> {
  const folded = new Set<string>();
  if (steps.size <= crowded) return folded;
  for (const { lists } of steps.values()) {
    for (const list of lists) {
      const folds = list.kind === 'handler' || (list.kind === 'branch' && depthOf(list) > deep);
      if (folds && list.steps.length > 0) folded.add(list.id);
    }
  }
  return folded;
}

function depthOf(list: OutlineList): number {
  let depth = 0;
  for (let owner = list.owner; owner; owner = owner.list.owner) depth++;
  return depth;
}

/** Which lists are folded: first the flow's default, then the user's choice, which this browser stores under `name`. */
export function useFolding(
  outline: Outline,
  name: string | undefined,
): {
  folded: ReadonlySet<string>;
  fold: (listIds: readonly string[], isFolded: boolean) => void;
} {
  const [toggled, setToggled] = useState(() => storedFolds(name));
  const folded = useMemo(() => {
    const all = foldedAtFirst(outline);
    for (const [id, isFolded] of toggled) {
      if (isFolded) all.add(id);
      else all.delete(id);
    }
    return all;
  }, [outline, toggled]);
  const fold = (listIds: readonly string[], isFolded: boolean): void => {
    const now = new Map([...toggled, ...listIds.map((id) => [id, isFolded] as const)]);
    setToggled(now);
    keepFolds(name, now);
  };
  return { folded, fold };
}

type Folds = ReadonlyMap<string, boolean>;

/** The number of diagrams whose folded lists a browser stores; the oldest are dropped. */
const remembered = 20;
const storageKey = 'retoma-folds';

const isEntry = (entry: unknown): entry is [string, [string, boolean][]] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]);

function allStored(): [string, [string, boolean][]][] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(read) ? read.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const storedFolds = (name: string | undefined): Folds => new Map(allStored().find(([one]) => one === name)?.[1]);

function keepFolds(name: string | undefined, folds: Folds): void {
  if (name === undefined) return;
  const rest = allStored().filter(([one]) => one !== name);
  localStorage.setItem(storageKey, JSON.stringify([...rest.slice(1 - remembered), [name, [...folds]]]));
}

/** The lists around a step, innermost first. All must be unfolded for the step to be visible. */
export function enclosingLists(outline: Outline, id: string): string[] {
  const lists: string[] = [];
  for (let list = outline.steps.get(id)?.list; list; list = list.owner?.list) lists.push(list.id);
  return lists;
}
