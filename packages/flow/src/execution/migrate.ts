import type { RunState } from './state.ts';
import { stateVersion } from './state.ts';

/** A stored state of this version or another. */
export type StoredState = { readonly v: number };

/** Version → converts its state to the next version. */
export type Upgrades = { readonly [version: number]: (state: StoredState) => StoredState };

/** A newer program wrote this state. Its run must be left unchanged, and not failed. */
export class NewerState extends Error {
  override name = 'NewerState';
}

/** Conversions from every released version. */
const upgrades: Upgrades = {};

/** Reads a stored state of this or an earlier version. Throws NewerState for a state that a newer program wrote. */
export function readState(stored: StoredState): RunState {
  return migrate(stored, upgrades, stateVersion) as RunState;
}

/** Converts a state to a version, one version at a time. */
export function migrate(stored: StoredState, upgrades: Upgrades, version: number): StoredState {
  let state = stored;
  while (state.v < version) {
    const upgrade = upgrades[state.v];
    if (!upgrade) throw new Error(`no upgrade from version ${state.v} of a run's state`);
    state = upgrade(state);
  }
  if (state.v !== version)
    throw new NewerState(`a run's state of version ${state.v} is newer than this program (${version})`);
  return state;
}
