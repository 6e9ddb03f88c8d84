import type { StoredDraft } from './autosave.ts';

const storageKey = (automationId: string): string => `retoma-draft-${automationId}`;

/** Stores a draft on this device, without its base if both do not fit; undefined removes it. A blocked storage is ignored. */
export function keepDraft(automationId: string, draft: StoredDraft | undefined): void {
  const key = storageKey(automationId);
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // The page still has the text, and leaving the page requires a confirmation.
    if (draft?.base !== undefined) keepDraft(automationId, { text: draft.text, revision: draft.revision });
  }
}

/** The draft that this device stored, if it can be parsed. */
export function localDraft(automationId: string): StoredDraft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(automationId)) ?? 'null') as Partial<StoredDraft> | null;
    if (typeof stored?.text !== 'string' || typeof stored.revision !== 'number') return undefined;
    JSON.parse(stored.text);
    const { text, revision, base } = stored;
    return { text, revision, ...(typeof base === 'string' && { base }) };
  } catch {
    return undefined;
  }
}
