import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryDraft, arbitraryDraw, counter, operationFor } from '../../testing/arbitrary-operation.ts';
import { flowOf, sms } from '../../testing/build-flow.ts';
import { historyOf, perform, redo, undo, undoLimit, type History, type Typing } from './undo.ts';

const historyIn = (result: { ok: true; history: History } | { ok: false; code: string }): History => {
  if (!result.ok) throw new Error(result.code);
  return result.history;
};
const bytes = (history: History): string => JSON.stringify(history.flow);

/** The history after typing into a field, one character after the other. */
function typed(history: History, text: string, { field, at, pause }: Typing, nodeId = 'a'): History {
  let typing = history;
  for (let length = 1; length <= text.length; length++) {
    const changes = { 'data.message': text.slice(0, length) };
    const options = { accept: 'unfinished', typing: { field, at: at + length * 100, pause } } as const;
    typing = historyIn(perform(typing, [{ op: 'update_step', nodeId, changes }], counter(), options));
  }
  return typing;
}

describe('[EDT2] undo', () => {
  test('any session can be undone to its start and redone, byte by byte, also after a reload', () => {
    const session = fc.property(arbitraryDraft, fc.array(arbitraryDraw, { maxLength: 8 }), (draft, draws) => {
      let history = historyOf(draft);
      const seen = [bytes(history)];
      const newId = counter();
      for (const draw of draws) {
        const done = perform(history, [operationFor(history.flow, draw)], newId);
        if (!done.ok || bytes(done.history) === seen.at(-1)) continue;
        history = JSON.parse(JSON.stringify(done.history)) as History;
        seen.push(bytes(history));
      }
      expect(history.undo.length).toBe(seen.length - 1);
      for (const before of seen.slice(0, -1).reverse())
        expect(bytes((history = historyIn(undo(history))))).toBe(before);
      expect(historyIn(undo(history))).toEqual(history);
      for (const after of seen.slice(1)) expect(bytes((history = historyIn(redo(history))))).toBe(after);
      expect(historyIn(redo(history))).toEqual(history);
    });
    fc.assert(session, { seed: 8, numRuns: 80 });
  });

  const start = historyOf(flowOf([sms('a'), sms('b')]));

  test('typing in one field without a pause is one entry', () => {
    const once = typed(start, 'Olá', { field: 'a message', at: 0, pause: 800 });
    expect(once.undo.length).toBe(1);
    const twice = typed(once, 'Olá de novo', { field: 'a message', at: 5_000, pause: 800 });
    expect(twice.undo.length).toBe(2);
    const other = typed(twice, 'Tchau', { field: 'b message', at: 6_200, pause: 800 }, 'b');
    expect(other.undo.length).toBe(3);
    expect(bytes(historyIn(undo(other)))).toBe(bytes(twice));
    expect(bytes(historyIn(undo(historyIn(undo(other)))))).toBe(bytes(once));
    expect(bytes(historyIn(undo(once)))).toBe(bytes(start));
    expect(bytes(historyIn(redo(historyIn(undo(once)))))).toBe(bytes(once));
  });

  test('text typed and deleted leaves no entry, and typing after an undo starts a new one', () => {
    const typing = { field: 'a message', at: 0, pause: 800 };
    const back = typed(typed(start, 'x', typing), 'a', { ...typing, at: 100 });
    expect([bytes(back), back.undo.length]).toEqual([bytes(start), 0]);
    const undone = historyIn(undo(typed(typed(start, 'x', typing), 'y', { ...typing, at: 5_000 })));
    const again = typed(undone, 'z', { ...typing, at: 5_100 });
    expect([again.undo.length, again.redo.length]).toEqual([2, 0]);
  });

  test('a hundred entries are stored, and a refused operation does not change the history', () => {
    let history = start;
    for (let index = 0; index <= undoLimit; index++) {
      const changes = { 'data.message': `Oi ${index}` };
      history = historyIn(perform(history, [{ op: 'update_step', nodeId: 'a', changes }], counter()));
    }
    expect(history.undo.length).toBe(undoLimit);
    expect(perform(history, [{ op: 'remove_step', nodeId: 'nobody' }], counter())).toMatchObject({
      ok: false,
      code: 'UNKNOWN_STEP',
      index: 0,
    });
  });
});
