// Keeps the draft on the server while a member edits it.
//  1. One save at a time. Changes made during a save are saved after it, and the last text wins.
//  2. Text that the server does not have stays on this device until the server has it.
//  3. A draft that another member saved is never overwritten: it is merged, or nothing is sent until the conflict is resolved.

/** A draft on the server. `text`: serialized as the editor does it, so that two drafts can be compared. */
export type Draft = { readonly text: string; readonly revision: number };

/** A draft that this device stored. `base`: the text that it began from; absent if it did not fit. */
export type StoredDraft = Draft & { readonly base?: string };

/** The result of one attempt to save. `remote`: the conflicting draft on the server. */
export type Attempt<RemoteDraft extends Draft> =
  | { readonly kind: 'saved'; readonly revision: number; readonly at: number }
  | { readonly kind: 'changed'; readonly remote: RemoteDraft }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly error: Error };

/** The state of saving. `at`: milliseconds since 1970; absent before the first save. */
export type SaveState<RemoteDraft extends Draft> =
  | { readonly kind: 'saved'; readonly at?: number }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'conflict'; readonly remote: RemoteDraft; readonly base: string | undefined };

type Outside<RemoteDraft extends Draft> = {
  send: (draft: Draft) => Promise<Attempt<RemoteDraft>>;
  /** Stores a draft on this device; undefined removes it. */
  keep: (draft: StoredDraft | undefined) => void;
  /**
   * Merges the editor's document with a draft that another member saved; both began from `base`. Returns the text of the document, which then
   * has both; undefined if they changed the same thing.
   */
  merge: (base: string, remote: RemoteDraft) => string | undefined;
};

/** Milliseconds without a change after which a draft is saved, and between attempts while the server is unreachable. */
export const [pause, nextTry] = [800, 5_000];

/** Saves one draft while its editor is open. */
export class Autosave<RemoteDraft extends Draft> {
  readonly #outside: Outside<RemoteDraft>;
  readonly #listeners = new Set<() => void>();
  #saved: Draft;
  #text: string;
  #state: SaveState<RemoteDraft> = { kind: 'saved' };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #isOpen = true;

  constructor(opened: Draft, outside: Outside<RemoteDraft>) {
    this.#outside = outside;
    this.#saved = opened;
    this.#text = opened.text;
  }

  get state(): SaveState<RemoteDraft> {
    return this.#state;
  }

  /** The revision of the last draft that the server confirmed. */
  get revision(): number {
    return this.#saved.revision;
  }

  get isDirty(): boolean {
    return this.#text !== this.#saved.text;
  }

  /** Calls `listener` on every new state; returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sets the text of the draft. It is saved after a pause without changes. */
  change(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    if (this.#state.kind === 'conflict') return this.keep();
    if (!this.isDirty && !this.#sending && this.#state.kind !== 'offline') {
      clearTimeout(this.#timer);
      this.#outside.keep(undefined);
      return this.#become({ kind: 'saved' });
    }
    if (this.#state.kind !== 'offline') this.#become({ kind: 'saving' });
    this.#after(pause);
  }

  /** Saves unsaved changes at once. Returns whether the server has everything. */
  async flush(): Promise<boolean> {
    if (this.#state.kind === 'conflict') return false;
    clearTimeout(this.#timer);
    await (this.#sending ?? this.#push());
    if (this.isDirty && this.#state.kind === 'saving') await this.#push();
    return !this.isDirty;
  }

  /** Stores unsaved changes on this device, for example when the page closes. */
  keep(): void {
    const { text: base, revision } = this.#saved;
    if (this.isDirty) this.#outside.keep({ text: this.#text, revision, base });
  }

  /** Resolves a conflict with a text that replaces the remote draft: by default the local one. */
  resolve(text = this.#text): void {
    if (this.#state.kind !== 'conflict') return;
    this.#begin(this.#state.remote, text);
  }

  /** Replaces the draft by one from the server: the remote draft of a conflict, or a restored older version. */
  adopt(draft: Draft): void {
    clearTimeout(this.#timer);
    this.#saved = draft;
    this.#text = draft.text;
    this.#outside.keep(undefined);
    this.#become({ kind: 'saved' });
  }

  /** Restores a draft that this device stored during an earlier visit. If the server's draft changed since then, it is a conflict. */
  recover(stored: StoredDraft, remote: RemoteDraft): void {
    this.#text = stored.text;
    if (stored.revision === this.#saved.revision) return this.#after(0);
    this.#meet(stored.base, remote);
  }

  /** The page is open: attempts continue on a timer. */
  open(): void {
    this.#isOpen = true;
  }

  /** The page closes: makes one last attempt. Unsaved text stays on this device. */
  close(): void {
    this.#isOpen = false;
    this.keep();
    void this.flush();
  }

  /** Merges with a draft that another member saved, or waits for a choice. */
  #meet(base: string | undefined, remote: RemoteDraft): void {
    const text = base === undefined ? undefined : this.#outside.merge(base, remote);
    if (text === undefined) this.#become({ kind: 'conflict', remote, base });
    else this.#begin(remote, text);
  }

  /** Goes on from the remote draft with a text that has its changes or was chosen instead of it. */
  #begin(remote: RemoteDraft, text: string): void {
    this.#saved = remote;
    this.#text = text;
    this.keep();
    this.#become({ kind: 'saving' });
    this.#after(0);
  }

  #after(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  async #push(): Promise<void> {
    if (!this.isDirty) return;
    this.keep();
    if (this.#state.kind !== 'offline') this.#become({ kind: 'saving' });
    const sent = { text: this.#text, revision: this.#saved.revision };
    this.#sending = this.#send(sent);
    await this.#sending;
  }

  async #send(sent: Draft): Promise<void> {
    const attempt = await this.#outside.send(sent);
    this.#sending = undefined;
    this.#settle(sent, attempt);
  }

  #settle(sent: Draft, attempt: Attempt<RemoteDraft>): void {
    // The response to an earlier attempt was lost: the remote draft has the text that was sent.
    const isOwn = attempt.kind === 'changed' && attempt.remote.text === sent.text;
    if (attempt.kind === 'saved' || isOwn) {
      const revision = attempt.kind === 'saved' ? attempt.revision : attempt.remote.revision;
      this.#saved = { text: sent.text, revision };
      if (this.isDirty) {
        this.#become({ kind: 'saving' });
        return this.#after(pause);
      }
      this.#outside.keep(undefined);
      return this.#become({ kind: 'saved', at: attempt.kind === 'saved' ? attempt.at : Date.now() });
    }
    this.keep();
    if (attempt.kind === 'changed') return this.#meet(this.#saved.text, attempt.remote);
    if (attempt.kind === 'refused') return this.#become({ kind: 'failed', error: attempt.error });
    this.#become({ kind: 'offline' });
    this.#after(nextTry);
  }

  #become(state: SaveState<RemoteDraft>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
