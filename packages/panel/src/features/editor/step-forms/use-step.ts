import { describeRefusal, walkFlow, type Flow, type LocatedStep } from '@retoma/flow';
import { useMemo } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useDocumentStore } from '../state/document-provider.tsx';

/** Sets members of a step by their paths, and drops others. `field`: what a person types in, so that it is one entry of undo. */
type ChangeStep = (
  changes: Readonly<Record<string, unknown>>,
  options?: { field?: string; drop?: readonly string[] },
) => void;

/** What the form of a step works with. */
export type StepAccess = {
  change: ChangeStep;
  /** What is wrong with a member, in words for the merchant; undefined where nothing is, or while the step is fresh. */
  problem: (member: string) => string | undefined;
  isLocked: boolean;
};

/** The step of an id with its place; undefined where it is gone. */
export const findPlaced = (flow: Flow, stepId: string): LocatedStep | undefined =>
  [...walkFlow(flow)].find(({ step }) => step.id === stepId);

/** Reads the issues of a step and writes its members. `path`: the step's path; '' for the trigger. */
export function useStepAccess(stepId: string, path: string): StepAccess {
  const { apply, issues, locked } = useFlowDocument();
  const { state } = useDocumentStore();
  const { locale } = useLocale();
  const isQuiet = state.fresh.has(stepId);
  return useMemo(
    () => ({
      isLocked: locked !== undefined,
      change(changes, { field, drop } = {}) {
        const operation = { op: 'update_step', nodeId: stepId, changes, ...(drop && { drop }) } as const;
        const refusal = apply([operation], field === undefined ? {} : { typing: `${stepId} ${field}` });
        if (refusal) notifyError(new Error(describeRefusal(refusal, locale)));
      },
      problem(member) {
        const fullPath = path === '' ? member : `${path}.${member}`;
        const issue = issues.structure.find((one) => one.path === fullPath && one.severity === 'error');
        return isQuiet ? undefined : issue?.message;
      },
    }),
    [apply, issues, locked, stepId, path, locale, isQuiet],
  );
}
