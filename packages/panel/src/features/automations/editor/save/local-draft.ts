import type { Draft } from './autosave.ts';

const storageKey = (automationId: string): string => `retoma-draft-${automationId}`;

/** Stores a draft on this device; undefined removes it. A full or blocked storage is ignored. */
export function keepDraft(automationId: string, draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(storageKey(automationId), JSON.stringify(draft));
    else localStorage.removeItem(storageKey(automationId));
  } catch {
    // The page still has the text, and leaving the page requires a confirmation.
  }
}

/** The draft that this device stored, if it can be parsed. */
export function localDraft(automationId: string): Draft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(automationId)) ?? 'null') as Partial<Draft> | null;
    if (typeof stored?.text !== 'string' || typeof stored.revision !== 'number') return undefined;
    JSON.parse(stored.text);
    return { text: stored.text, revision: stored.revision };
  } catch {
    return undefined;
  }
}
