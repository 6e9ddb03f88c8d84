import { triggers } from '@retoma/flow';
import { useCallback } from 'react';
import type { EditorState } from './editor-store.ts';
import { useEditor } from './use-editor.ts';

/** Whether an automation has no steps yet. A definition with unreadable parts (EDT9) or an unknown trigger is not a new one. */
const isEmpty = ({ flow, history, hasTriedPublishing }: EditorState): boolean =>
  flow === history.flow && triggers.includes(flow.trigger_event) && flow.steps.length === 0 && !hasTriedPublishing;

/**
 * Returns a function that checks whether a step cannot be wrong yet: it is new and its panel was not left, or it is the trigger of an
 * automation without steps. Pressing publish ends this for all steps and the trigger.
 */
export function useUntouched(): (id: string) => boolean {
  const newStepIds = useEditor((state) => state.newStepIds);
  const isTriggerNew = useEditor(isEmpty);
  return useCallback((id) => newStepIds.has(id) || (isTriggerNew && id === 'trigger-0'), [newStepIds, isTriggerNew]);
}
