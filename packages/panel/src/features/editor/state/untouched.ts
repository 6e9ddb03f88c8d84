import { triggers } from '@retoma/flow';
import { useCallback } from 'react';
import { useDocumentStore } from './document-provider.tsx';

/**
 * Whether a step cannot count as wrong yet: it was just created and its panel never left, or it is the trigger of an automation
 * without steps. Once publishing was pressed there is none: what is missing is then a problem.
 */
export function useUntouched(): (id: string) => boolean {
  const { fresh, hasTriedPublishing, flow, history } = useDocumentStore().state;
  // A definition that is misread (EDT9), or names no event, is not one that was only begun.
  const isUnchanged = flow === history.flow && triggers.includes(flow.trigger_event);
  const isEmpty = isUnchanged && flow.steps.length === 0 && !hasTriedPublishing;
  return useCallback((id) => fresh.has(id) || (isEmpty && id === 'trigger-0'), [fresh, isEmpty]);
}
