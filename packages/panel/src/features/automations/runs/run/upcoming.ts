import { nestedLists, parseMessageKey, walkFlow, type LocatedStep, type Step } from '@retoma/flow';
import type { Run } from './row.ts';

/** A step that a run may reach. */
export type UpcomingStep = { path: string; step: Step };

/** The steps after the current step of a run, in execution order as long as no branch leads to another list. */
export function upcomingSteps({ flow, waitsFor }: Run): UpcomingStep[] {
  if (!flow || !waitsFor) return [];
  const placed = [...walkFlow(flow)];
  const path =
    waitsFor.for === 'timer' ? waitsFor.path : 'message' in waitsFor ? parseMessageKey(waitsFor.message)?.path : '';
  const at = placed.find((one) => one.path === path);
  // Steps that only a reply starts may never be reached.
  if (!at || waitsFor.for === 'reply') return [];
  const children = nestedLists(at.step).find(({ member }) => member === 'onNext')?.steps ?? [];
  const inner = children.map((step, index) => ({ step, path: `${at.path}.onNext[${index}]` }));
  const after: UpcomingStep[] = [];
  for (let one: LocatedStep | undefined = at; one; one = one.parent) {
    for (const other of placed) {
      if (other.listPath === one.listPath && other.index > one.index) after.push(other);
    }
  }
  const all = [...inner, ...after].map(({ step, path }) => ({ step, path }));
  const end = all.findIndex(({ step }) => step.type === 'end');
  return end === -1 ? all : all.slice(0, end + 1);
}
