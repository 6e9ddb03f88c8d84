import type { RunState } from './state.ts';
import { stateVersion } from './state.ts';

/** A state as it was stored: of this version or an older one. */
export type StoredState = { readonly v: number };

/** Version → makes the state of the next version out of it. */
export type Upgrades = { readonly [version: number]: (state: StoredState) => StoredState };

/** A newer program wrote this state: a run that is not understood must be left alone, and not failed. */
export class NewerState extends Error {
  override name = 'NewerState';
}

/** The migrations from every released version. */
const upgrades: Upgrades = {};

/**
 * Reads a stored state of any earlier version. Throws NewerState on one that a newer program wrote.
 */
export function readState(stored: StoredState): RunState {
  return migrate(stored, upgrades, stateVersion) as RunState;
}

/** Takes a state up to a version, one step at a time. */
export function migrate(stored: StoredState, upgrades: Upgrades, version: number): StoredState {
  let state = stored;
  while (state.v < version) {
    const upgrade = upgrades[state.v];
    if (!upgrade) throw new Error(`no way up from version ${state.v} of a run's state`);
    state = upgrade(state);
  }
  if (state.v !== version)
    throw new NewerState(`a run's state of version ${state.v} is newer than this program (${version})`);
  return state;
}
