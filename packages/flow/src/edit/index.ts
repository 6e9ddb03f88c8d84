export { applyOperation, applyOperations, type Applied, type ApplyOptions, type NotApplied } from './apply.ts';
export { copySteps } from './clipboard.ts';
export { differencesBetween, type Difference, type MemberDifference } from './difference.ts';
export {
  confidences,
  intents,
  type ChangePreview,
  type DisambiguationOption,
  type Envelope,
} from './copilot/envelope.ts';
export { checkProposal, type CheckedProposal, type ProposalFault, type ProposalOptions } from './copilot/proposal.ts';
export { stepsOfPayload } from './copilot/step-payload.ts';
export { fixesFor, type Fix } from './fixes.ts';
export type { NewId } from './fresh-ids.ts';
export { applyInverse, type Inverse } from './inverse.ts';
export {
  describeRefusal,
  operationCodes,
  type OperationCode,
  type Refusal as OperationRefusal,
} from './operation-codes.ts';
export { checkOperation, operationNames, type Operation, type OperationName, type OperationOf } from './operation.ts';
export { actionOutputHandles, outputHandlesOf, type ActionOutputHandle } from './output-handles.ts';
export { placeOf, type Place, type Placement } from './placement.ts';
export { positionsOfPaths } from './places.ts';
export { insertReminder } from './recovery-pair.ts';
export { historyOf, perform, redo, undo, undoLimit, type History, type Typing } from './undo.ts';
export { isSteps } from './walkable.ts';
