import { useEffect, useEffectEvent, type ClipboardEvent, type KeyboardEvent } from 'react';
import { slotBefore, slotBelow } from '../../../../diagram/layout/flow-tree.ts';
import { notifySuccess } from '../../../../ui/feedback/notify.ts';
import { shortcutOf } from '../../../../ui/format/shortcut.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import type { EditorStore } from '../state/editor-store.ts';
import type { Problems } from '../state/problems.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { useEditing, type Editing } from './editing.tsx';
import { texts } from './texts.ts';

/** Whether a key event belongs to the tree: fields and buttons inside a step handle their own keys. */
const isStep = (target: EventTarget): boolean => target instanceof Element && target.matches('[role="treeitem"]');

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Handles a key of the tree, except navigation. Returns whether it handled the key. */
function treeKey(event: KeyboardEvent, id: string, store: EditorStore, editing: Editing): boolean {
  const { outline } = editing;
  const step = outline.steps.get(id);
  const { isCtrl, isAlt } = shortcutOf(event);
  const key = event.key.toLowerCase();
  if (isCtrl && !isAlt) {
    if (key === 'd') editing.duplicate(id);
    else if (key === 'm') store.openDialog({ kind: 'move', id });
    else return false;
    return true;
  }
  if (isAlt) {
    if (key !== 'arrowup' && key !== 'arrowdown') return false;
    editing.shift(id, key === 'arrowup' ? -1 : 1);
    return true;
  }
  switch (key) {
    case 'a': {
      const after = slotBelow(outline, id);
      const slot = event.shiftKey ? step && slotBefore(step) : after;
      if (slot) store.openDialog({ kind: 'insert', slot });
      return true;
    }
    case ' ':
      if (step) store.toggle(id);
      return true;
    case 'delete':
    case 'backspace':
      removeSelected(store, editing, id);
      return true;
    case '?':
      store.openDialog({ kind: 'keys' });
      return true;
    case '/':
      store.openDialog({ kind: 'find' });
      return true;
    case 'escape':
      if (store.get().multiSelection.size > 0) store.endMultiSelection();
      else store.select();
      return true;
    default:
      return false;
  }
}

/** Removes the multi-selection after a confirmation; without a multi-selection, the focused step. */
function removeSelected(store: EditorStore, editing: Editing, id: string): void {
  const { multiSelection } = store.get();
  if (multiSelection.size > 0) store.openDialog({ kind: 'remove', ids: [...multiSelection] });
  else editing.remove(id);
}

/** The key and clipboard handlers of the tree, for both the diagram and the list. */
export function useTreeKeys(): {
  onKeyDown: (event: KeyboardEvent) => void;
  onCopy: (event: ClipboardEvent) => void;
  onCut: (event: ClipboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
} {
  const store = useEditorStore();
  const { locked } = useFlowDocument();
  const editing = useEditing();
  const t = useTexts(texts);
  const id = useEditor((state) => state.cursorId);
  const multiSelection = useEditor((state) => state.multiSelection);
  const stepIds = multiSelection.size > 0 ? [...multiSelection] : editing.outline.steps.has(id) ? [id] : [];
  const copy = (event: ClipboardEvent): boolean => {
    if (!isStep(event.target) || stepIds.length === 0) return false;
    event.preventDefault();
    event.clipboardData.setData('text/plain', editing.copyText(stepIds));
    notifySuccess(stepIds.length > 1 ? t.copiedMany : t.copied);
    return true;
  };
  const paste = (text: string): boolean => {
    const slot = slotBelow(editing.outline, id);
    if (locked || !slot) return false;
    editing.paste(text, slot);
    return true;
  };
  // After a click beside the cards nothing has the focus, and the page itself receives what is pasted.
  const pasteOnPage = useEffectEvent((event: globalThis.ClipboardEvent) => {
    if (event.target === document.body && !store.get().dialog) paste(event.clipboardData?.getData('text/plain') ?? '');
  });
  useEffect(() => {
    document.addEventListener('paste', pasteOnPage);
    return () => document.removeEventListener('paste', pasteOnPage);
  }, []);
  return {
    onKeyDown(event) {
      if (!isStep(event.target)) return;
      const looksOnly = locked && !['?', '/', 'Escape'].includes(event.key);
      if (!looksOnly && treeKey(event, id, store, editing)) event.preventDefault();
    },
    onCopy: (event) => void copy(event),
    onCut(event) {
      if (!locked && copy(event)) editing.removeNow(stepIds);
    },
    onPaste(event) {
      if (isStep(event.target) && paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
    },
  };
}

/** Handles the keys of the whole editor: undo and redo outside of fields, going to the tree, the next problem, finding a step. */
export function useEditorKeys(problems: Problems): void {
  const { locked } = useFlowDocument();
  const store = useEditorStore();
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const shortcut = shortcutOf(event);
      const isCtrl = shortcut.isCtrl && !shortcut.isAlt;
      const key = event.key.toLowerCase();
      if (event.key === 'F2') store.goTo();
      else if (event.key === 'F8') toProblem(store, problems, event.shiftKey ? -1 : 1);
      else if (isCtrl && key === 'k') store.openDialog({ kind: 'find' });
      else if (isField(event.target) || !isCtrl || locked) return;
      else if (key === 'z') {
        if (event.shiftKey) store.redo();
        else store.undo();
      } else if (key === 'y') store.redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [locked, store, problems]);
}

/** Opens the next step with a problem, counted from the selected or the focused step. */
export function toProblem(store: EditorStore, problems: Problems, by: 1 | -1): void {
  const ids = [...problems].filter(([, { errors, warnings }]) => errors + warnings > 0).map(([id]) => id);
  if (ids.length === 0) return;
  const at = ids.indexOf(store.get().selectedId ?? store.get().cursorId);
  const next = ids[(at + by + ids.length) % ids.length] ?? ids[0]!;
  store.jumpTo(next);
  store.openStep(next);
}
