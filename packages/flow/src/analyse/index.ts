// Path analysis of flows: all paths, what no path reaches, and reminders that reach customers who have paid.
export type { AfterPaid } from './after-paid.ts';
export { analysePaths, type FlowPath, type PathAnalysis, type ConditionBranch } from './analyse-paths.ts';
export { paidReminders } from './paid-reminders.ts';
export type { AnalysisLimits } from './play-paths.ts';
export { dataReadBy } from './categories.ts';
export { asksForStatus } from './rules.ts';
export { naturalData, witnessStart } from './natural-data.ts';
