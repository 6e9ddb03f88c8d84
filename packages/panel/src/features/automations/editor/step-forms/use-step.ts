import { walkFlow, type Flow, type LocatedStep } from '@retoma/flow';
import { useMemo } from 'react';
import { useFlowDocument } from '../state/flow-document.ts';
import { isIncomplete } from '../state/problems.ts';
import { useApply, useEditor } from '../state/use-editor.ts';

/** Sets members of a step by path, and removes others. `field`: the edited field, whose keystrokes share one undo entry. */
type ChangeStep = (
  changes: Readonly<Record<string, unknown>>,
  options?: { field?: string; drop?: readonly string[] },
) => void;

/** The access of a form to its step. */
export type StepAccess = {
  change: ChangeStep;
  /** The error of a member, in the merchant's language; undefined if there is none, or a value is missing while the step is new. */
  problem: (member: string) => string | undefined;
  isLocked: boolean;
};

/** A step by id, with its path; undefined if it was removed. */
export const findPlaced = (flow: Flow, stepId: string): LocatedStep | undefined =>
  [...walkFlow(flow)].find(({ step }) => step.id === stepId);

/** Access to a step's issues and members. `path`: the step's path; '' for the trigger. */
export function useStepAccess(stepId: string, path: string): StepAccess {
  const { checked, locked } = useFlowDocument();
  const checkedPath = useMemo(
    () => (path === '' ? '' : findPlaced(checked.flow, stepId)?.path),
    [checked, stepId, path],
  );
  const apply = useApply();
  const isQuiet = useEditor((state) => state.newStepIds.has(stepId));
  return useMemo(
    () => ({
      isLocked: locked !== undefined,
      change(changes, { field, drop } = {}) {
        const operation = { op: 'update_step', nodeId: stepId, changes, ...(drop && { drop }) } as const;
        apply([operation], field === undefined ? {} : { typing: `${stepId} ${field}` });
      },
      problem(member) {
        if (checkedPath === undefined) return undefined;
        const fullPath = checkedPath === '' ? member : `${checkedPath}.${member}`;
        const issue = checked.issues.structure.find((one) => one.path === fullPath && one.severity === 'error');
        return isQuiet && issue && isIncomplete(issue.code) ? undefined : issue?.message;
      },
    }),
    [apply, checked, locked, stepId, checkedPath, isQuiet],
  );
}
