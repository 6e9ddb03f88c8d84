import type { RunState } from '@retoma/flow';
import type { RunRow } from './runs.ts';

/** A run's row. `state`: its parsed state, where the row's text need not be read for it. */
export type RunSnapshot = { readonly run: RunRow; readonly state?: RunState | null | undefined };
