import { triggers } from '@retoma/flow';
import { useCallback } from 'react';
import { useDocumentStore } from './document-provider.tsx';

/**
 * Returns a function that checks whether a step cannot be wrong yet: it is new and its panel was not left, or it is the trigger of an
 * automation without steps. Pressing publish ends this for all steps and the trigger.
 */
export function useUntouched(): (id: string) => boolean {
  const { fresh, hasTriedPublishing, flow, history } = useDocumentStore().state;
  // A definition with unreadable parts (EDT9) or an unknown trigger is not a new one.
  const isUnchanged = flow === history.flow && triggers.includes(flow.trigger_event);
  const isEmpty = isUnchanged && flow.steps.length === 0 && !hasTriedPublishing;
  return useCallback((id) => fresh.has(id) || (isEmpty && id === 'trigger-0'), [fresh, isEmpty]);
}
