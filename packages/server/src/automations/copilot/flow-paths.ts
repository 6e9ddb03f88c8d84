import { analysePaths, type Flow, type PathAnalysis } from '@retoma/flow';

/** The limits of one analysis: a person waits for it, and it blocks the process. */
const limits = { maxRuns: 400, maxEntries: 20_000 } as const;

/** Simulates every path of a finished flow, up to the limits. */
export const pathsOf = (flow: Flow): PathAnalysis => analysePaths(flow, limits);
