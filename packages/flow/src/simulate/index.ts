// The simulator: runs in virtual time, with the same interpreter as production.
export type { SimulationResult, SimulatedMessage } from './answer.ts';
export { checkScenario, readScenario, type CheckedScenario } from './check-scenario.ts';
export { formatTimeline, formatTrace } from './format-timeline.ts';
export { scenarioCodes, type ScenarioCode, type ScenarioIssue } from './issues.ts';
export {
  play,
  playUntil,
  type PartlyPlayed,
  type Played,
  type Reaction,
  type Sent,
  type SimulatedEnvironment,
} from './play.ts';
export type { Change, DeliveryScript, Scenario } from './scenario.ts';
export { simulate, simulatePlan, type SimulateOptions } from './simulate.ts';
