import type { Draft } from './autosave.ts';

const nameOf = (automationId: string): string => `retoma-draft-${automationId}`;

/** Keeps a draft on this device, or forgets it. A full or forbidden store is no reason to stop writing. */
export function keepDraft(automationId: string, draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(nameOf(automationId), JSON.stringify(draft));
    else localStorage.removeItem(nameOf(automationId));
  } catch {
    // The page itself still has the text, and leaving it asks.
  }
}

/** The draft that this device kept, if it can be read. */
export function localDraft(automationId: string): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(automationId)) ?? 'null') as Partial<Draft> | null;
    if (typeof kept?.text !== 'string' || typeof kept.revision !== 'number') return undefined;
    JSON.parse(kept.text);
    return { text: kept.text, revision: kept.revision };
  } catch {
    return undefined;
  }
}
