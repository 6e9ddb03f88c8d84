import { describe, expect, test } from 'vitest';
import { flowOf, delay } from '../testing/build-flow.ts';
import { advance } from '../interpret/advance.ts';
import { migrate, NewerState, readState, type StoredState } from './migrate.ts';
import { compileFlow } from './plan.ts';
import { stateVersion } from './state.ts';

describe('[RUN13] stored states', () => {
  test('[RUN13] a state that advance returns is read back unchanged', () => {
    const { state } = advance(compileFlow(flowOf([delay(5)])), null, { type: 'start' }, 0, () => null);
    expect(readState(JSON.parse(JSON.stringify(state)) as StoredState)).toEqual(state);
    expect(state.v).toBe(stateVersion);
  });

  test('[RUN13] older versions are migrated one step at a time', () => {
    const up = (to: number) => (state: StoredState) => ({
      ...state,
      v: to,
      seen: `${(state as { seen?: string }).seen ?? ''}${to}`,
    });
    expect(migrate({ v: 1 }, { 1: up(2), 2: up(3) }, 3)).toEqual({ v: 3, seen: '23' });
  });

  test('[RUN13] a state of a newer program, or of a version without a migration, is refused', () => {
    expect(() => readState({ v: stateVersion + 1 })).toThrow(NewerState);
    expect(() => migrate({ v: 1 }, {}, 2)).toThrow('no upgrade');
  });
});
