import { useCallback } from 'react';
import { useDocumentStore } from './document-provider.tsx';

const incompleteCodes: ReadonlySet<string> = new Set(['REQUIRED', 'EMPTY', 'TOO_SHORT', 'EMPTY_TEMPLATE']);

/** Whether an issue says only that something is not filled in yet. */
export const isIncomplete = (code: string): boolean => incompleteCodes.has(code);

/**
 * Whether a step is one that nobody could have got wrong yet: it was just made and never left, or it is the trigger of an automation
 * without steps. Once publishing was pressed there is none: what is missing is then a problem.
 */
export function useUntouched(): (id: string) => boolean {
  const { fresh, hasTriedPublishing, history } = useDocumentStore().state;
  const isEmpty = history.flow.steps.length === 0 && !hasTriedPublishing;
  return useCallback((id) => fresh.has(id) || (isEmpty && id === 'trigger-0'), [fresh, isEmpty]);
}
