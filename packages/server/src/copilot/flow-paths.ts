import { analysePaths, type Flow, type PathAnalysis } from '@retoma/flow';

/** What an answer may look through: a person waits for it, and so does everybody else on this process. */
const limits = { maxRuns: 400, maxEntries: 20_000 } as const;

/** Every path of a finished flow, simulated, or as many as there is time for. */
export const pathsOf = (flow: Flow): PathAnalysis => analysePaths(flow, limits);
