import type { RunState } from '@retoma/flow';
import type { RunRow } from './runs.ts';

/** A run's row. `state`: the parsed state, if it is available without parsing the row's text. */
export type RunSnapshot = { readonly run: RunRow; readonly state?: RunState | null | undefined };
