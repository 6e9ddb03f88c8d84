import { readableFlow } from '@retoma/flow';
import { useCallback } from 'react';
import { useDocumentStore } from './document-provider.tsx';

/**
 * Whether a step is one that nobody could have got wrong yet: it was just made and never left, or it is the trigger of an automation
 * that is written with an empty list of steps: other JSON that is read as none is wrong. Once publishing was pressed there is none: what is missing is then a problem.
 */
export function useUntouched(): (id: string) => boolean {
  const { fresh, hasTriedPublishing, flow, history } = useDocumentStore().state;
  const isEmpty = flow.steps.length === 0 && readableFlow(history.flow) === history.flow && !hasTriedPublishing;
  return useCallback((id) => fresh.has(id) || (isEmpty && id === 'trigger-0'), [fresh, isEmpty]);
}
