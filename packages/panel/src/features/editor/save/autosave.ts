// Keeps the draft on the server while a member edits it.
//  1. One save at a time; what was written meanwhile is saved after it, and the last text wins.
//  2. What the server does not have is kept on this device, until the server has it.
//  3. A draft that another member saved is never overwritten without a choice: nothing is sent until the conflict is resolved.

/** A draft as the server has it. `text`: as the editor writes a flow, so that two can be compared. */
export type Draft = { readonly text: string; readonly revision: number };

/** The result of one attempt to save. `remote`: the draft on the server that conflicts. */
export type Attempt<RemoteDraft extends Draft> =
  | { readonly kind: 'saved'; readonly revision: number; readonly at: number }
  | { readonly kind: 'changed'; readonly remote: RemoteDraft }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly error: Error };

/** The state of saving. `at`: milliseconds since 1970; absent as long as nothing was written. */
export type SaveState<RemoteDraft extends Draft> =
  | { readonly kind: 'saved'; readonly at?: number }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'conflict'; readonly remote: RemoteDraft };

type Outside<RemoteDraft extends Draft> = {
  send: (draft: Draft) => Promise<Attempt<RemoteDraft>>;
  /** Keeps a draft on this device, or forgets it. */
  keep: (draft: Draft | undefined) => void;
};

/** Milliseconds without a change after which a draft is saved, and between attempts while the server is unreachable. */
export const [pause, nextTry] = [800, 5_000];

/** The saving of one draft, from its opening to its closing. */
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

  /** The revision of the draft that is known to be on the server. */
  get revision(): number {
    return this.#saved.revision;
  }

  get isDirty(): boolean {
    return this.#text !== this.#saved.text;
  }

  /** Calls back at every new state; the answer ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The draft is now this. It is saved once nothing changed for a moment. */
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

  /** Saves what is not saved yet, at once. Returns whether the server has everything. */
  async flush(): Promise<boolean> {
    if (this.#state.kind === 'conflict') return false;
    clearTimeout(this.#timer);
    await (this.#sending ?? this.#push());
    if (this.isDirty && this.#state.kind === 'saving') await this.#push();
    return !this.isDirty;
  }

  /** Puts what the server does not have on this device, as when the page goes away. */
  keep(): void {
    if (this.isDirty) this.#outside.keep({ text: this.#text, revision: this.#saved.revision });
  }

  /** Resolves a conflict in favour of the local draft: it replaces the remote one. */
  keepLocal(): void {
    if (this.#state.kind !== 'conflict') return;
    this.#saved = this.#state.remote;
    this.#become({ kind: 'saving' });
    void this.flush();
  }

  /** The editor now shows this draft, as the server has it: the remote draft, or an older version that was restored there. */
  adopt(draft: Draft): void {
    clearTimeout(this.#timer);
    this.#saved = draft;
    this.#text = draft.text;
    this.#outside.keep(undefined);
    this.#become({ kind: 'saved' });
  }

  /** Restores what this device stored during an earlier visit; a draft that changed since is a conflict. */
  recover(stored: Draft, remote: RemoteDraft): void {
    this.#text = stored.text;
    if (stored.revision === this.#saved.revision) return this.#after(0);
    this.#become({ kind: 'conflict', remote });
  }

  /** The page is there: attempts continue by themselves. */
  open(): void {
    this.#isOpen = true;
  }

  /** The page goes away: one last attempt; what fails stays on this device. */
  close(): void {
    this.#isOpen = false;
    this.keep();
    void this.flush();
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
    // The response to an earlier attempt was lost: the remote draft is what was sent.
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
    if (attempt.kind === 'changed') return this.#become({ kind: 'conflict', remote: attempt.remote });
    if (attempt.kind === 'refused') return this.#become({ kind: 'failed', error: attempt.error });
    this.#become({ kind: 'offline' });
    this.#after(nextTry);
  }

  #become(state: SaveState<RemoteDraft>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
