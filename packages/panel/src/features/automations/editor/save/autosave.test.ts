import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Autosave, nextTry, pause, type Attempt, type Draft, type StoredDraft } from './autosave.ts';

/** A server that stores one draft, and a device that stores another. */
function start() {
  const server = { text: 'a', revision: 1, isAway: false, sent: [] as string[] };
  const device: { stored: StoredDraft | undefined } = { stored: undefined };
  const send = async ({ text, revision }: Draft): Promise<Attempt<Draft>> => {
    await Promise.resolve();
    if (server.isAway) return { kind: 'unreachable' };
    if (revision !== server.revision) return { kind: 'changed', remote: server };
    server.sent.push(text);
    server.text = text;
    return { kind: 'saved', revision: ++server.revision, at: 5 };
  };
  // Texts of capitals merge by concatenation; others are in conflict.
  const merge = (base: string, remote: Draft): string | undefined =>
    remote.text === remote.text.toUpperCase() ? `${base}+${remote.text}` : undefined;
  const keep = (draft: StoredDraft | undefined): void => void (device.stored = draft);
  const autosave = new Autosave<Draft>({ text: 'a', revision: 1 }, { send, keep, merge });
  return { autosave, server, device };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('saving a draft', () => {
  test('[EDT1] starts after a pause without changes, with the last text', async () => {
    const { autosave, server, device } = start();
    autosave.change('ab');
    await vi.advanceTimersByTimeAsync(pause - 1);
    autosave.change('abc');
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(server.sent).toEqual([]);
    expect(autosave.state.kind).toBe('saving');
    await vi.advanceTimersByTimeAsync(1);
    expect(server.sent).toEqual(['abc']);
    expect(autosave.state).toEqual({ kind: 'saved', at: 5 });
    expect(autosave.revision).toBe(2);
    expect(device.stored).toBeUndefined();
  });

  test('saves a change made during a save afterwards', async () => {
    const { autosave, server } = start();
    autosave.change('ab');
    const flushed = autosave.flush();
    autosave.change('abc');
    expect(await flushed).toBe(true);
    expect(server.sent).toEqual(['ab', 'abc']);
  });

  test('does nothing if an undo restored the saved text', async () => {
    const { autosave, server } = start();
    autosave.change('ab');
    autosave.change('a');
    await vi.advanceTimersByTimeAsync(pause);
    expect(server.sent).toEqual([]);
    expect(autosave.state).toEqual({ kind: 'saved' });
  });

  test('resumes when the server is reachable; until then the device stores the text', async () => {
    const { autosave, server, device } = start();
    server.isAway = true;
    autosave.change('ab');
    await vi.advanceTimersByTimeAsync(pause);
    expect(autosave.state.kind).toBe('offline');
    expect(device.stored).toEqual({ text: 'ab', revision: 1, base: 'a' });
    server.isAway = false;
    await vi.advanceTimersByTimeAsync(nextTry);
    expect(server.text).toBe('ab');
    expect(autosave.state.kind).toBe('saved');
    expect(device.stored).toBeUndefined();
  });

  test('with a lost response causes no conflict with the own save', async () => {
    const { autosave, server } = start();
    autosave.change('ab');
    Object.assign(server, { text: 'ab', revision: 2 });
    expect(await autosave.flush()).toBe(true);
    expect(autosave.revision).toBe(2);
  });
});

describe('a draft that another member saved', () => {
  const conflict = async () => {
    const all = start();
    Object.assign(all.server, { text: 'z', revision: 7 });
    all.autosave.change('ab');
    await vi.advanceTimersByTimeAsync(pause);
    return all;
  };

  test('is not overwritten, and no written text is lost', async () => {
    const { autosave, server, device } = await conflict();
    expect(autosave.state).toMatchObject({ kind: 'conflict', remote: { text: 'z' } });
    autosave.change('abc');
    await vi.advanceTimersByTimeAsync(pause);
    expect(server.sent).toEqual([]);
    expect(device.stored).toEqual({ text: 'abc', revision: 1, base: 'a' });
    expect(await autosave.flush()).toBe(false);
  });

  test('is replaced by the local draft if the member keeps that', async () => {
    const { autosave, server } = await conflict();
    autosave.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(server).toMatchObject({ text: 'ab', revision: 8 });
    expect(autosave.state.kind).toBe('saved');
  });

  test('[EDT19] merges where both can be kept, at once or from what the device stored, and is saved merged', async () => {
    const { autosave, server } = start();
    Object.assign(server, { text: 'Z', revision: 7 });
    autosave.change('ab');
    expect(await autosave.flush()).toBe(true);
    expect(server).toMatchObject({ text: 'a+Z', revision: 8 });
    expect(autosave.state.kind).toBe('saved');

    const later = start();
    Object.assign(later.server, { text: 'Z', revision: 7 });
    later.autosave.recover({ text: 'ab', revision: 0, base: 'o' }, { text: 'Z', revision: 7 });
    await vi.advanceTimersByTimeAsync(0);
    expect(later.server).toMatchObject({ text: 'o+Z', revision: 8 });
  });

  test('replaces the local draft if the member chooses it', async () => {
    const { autosave, server, device } = await conflict();
    autosave.adopt({ text: server.text, revision: server.revision });
    expect(device.stored).toBeUndefined();
    autosave.change('zz');
    await vi.advanceTimersByTimeAsync(pause);
    expect(server).toMatchObject({ text: 'zz', revision: 8 });
  });
});
