export { applyOperations, type Applied, type ApplyOptions, type NotApplied } from './history/apply.ts';
export { copySteps } from './clipboard.ts';
export { differencesBetween, type Difference, type MemberDifference } from './history/difference.ts';
export {
  confidences,
  intents,
  type ChangePreview,
  type DisambiguationOption,
  type Envelope,
} from './copilot/envelope.ts';
export { checkProposal, type CheckedProposal, type ProposalIssue, type ProposalOptions } from './copilot/proposal.ts';
export { stepsOfPayload } from './copilot/step-payload.ts';
export type { Fix } from './fixes/fix.ts';
export { fixesFor } from './fixes/fixes.ts';
export type { NewId } from './fresh-ids.ts';
export { applyInverse, type Inverse } from './history/inverse.ts';
export { mergeFlows, type MergeConflict, type Merged, type Side } from './merge/merge-flows.ts';
export {
  describeRefusal,
  operationCodes,
  type OperationCode,
  type Refusal as OperationRefusal,
} from './operation-codes.ts';
export { checkOperation, operationNames, type Operation, type OperationName, type OperationOf } from './operation.ts';
export { actionOutputHandles, outputHandlesOf, type ActionOutputHandle } from './output-handles.ts';
export { resolvePlacement, type ListPosition, type Placement } from './placement.ts';
export { positionsOfPaths } from './places.ts';
export { insertReminder } from './fixes/recovery-pair.ts';
export { historyOf, perform, redo, undo, undoLimit, type History, type Typing } from './history/undo.ts';
export { isSteps } from './walkable.ts';
