import { describeRefusal, type Operation } from '@retoma/flow';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import type { EditorState, EditorStore } from './editor-store.ts';
import type { ApplyOptions } from './history.ts';

/** The store of the surrounding editor. `EditorProvider` sets its value. */
export const EditorStoreContext = createContext<EditorStore | undefined>(undefined);

/** The state that a deferred subtree shows in place of the latest one. `DeferredSubtree` sets its value. */
export const DeferredStateContext = createContext<EditorState | undefined>(undefined);

/** The store of the surrounding editor, which never changes. Throws outside of one. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorStoreContext);
  if (!store) throw new Error('there is no editor around');
  return store;
}

const never = () => (): void => {};

/** A part of the editor's state. The component renders again only when the part changes: `select` returns a member, not a new object. */
export function useEditor<Part>(select: (state: EditorState) => Part): Part {
  const store = useEditorStore();
  const deferred = useContext(DeferredStateContext);
  return useSyncExternalStore(deferred ? never : store.subscribe, () => select(deferred ?? store.get()));
}

/** Applies operations as one change, and returns whether it was made. A refusal is shown to the user. */
export function useApply(): (operations: readonly Operation[], options?: ApplyOptions) => boolean {
  const store = useEditorStore();
  const { locale } = useLocale();
  return useCallback(
    (operations, options) => {
      const refusal = store.apply(operations, options);
      if (refusal) notifyError(new Error(describeRefusal(refusal, locale)));
      return !refusal;
    },
    [store, locale],
  );
}
