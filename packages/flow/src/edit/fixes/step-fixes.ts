import type { Locale } from '@retoma/commerce/locale';
import type { Flow } from '../../definition/flow.ts';
import { limits } from '../../members/limits.ts';
import type { Trigger } from '../../members/trigger.ts';
import type { Code } from '../../members/codes.ts';
import { beside, change, type LocatedIssue } from './fix-places.ts';
import { freeBranchIds, type NewId } from '../fresh-ids.ts';
import { valueAt } from '../locate.ts';
import { parseDuration } from '../../steps/parse-duration.ts';
import { keysOfPath } from '../../validate/issue.ts';
import type { Operation } from '../operation.ts';
import { guardReminder } from './recovery-pair.ts';

/** `usedIds`: the flow's ids and those that other fixes add, so that several fixes can be applied together. */
type FixInput = { issue: LocatedIssue; flow: Flow; usedIds: Set<string>; newId: NewId; locale: Locale };

/** Operations that may fix an issue; the first attempt is the best. */
type StepFix = { lossy: boolean; attempts: (input: FixInput) => Operation[][] };

const stepFix = (attempts: StepFix['attempts']): StepFix => ({ lossy: false, attempts });
const removal: StepFix = { lossy: true, attempts: ({ issue }) => [[{ op: 'remove_step', nodeId: issue.nodeId }]] };

/** The validator's codes that have a mechanical fix. A person must fix the others. */
export const stepFixes: { readonly [code in Code]?: StepFix } = {
  INVALID_VALUE: stepFix(setSuggested),
  INVALID_URL: stepFix(setSuggested),
  HTML_IN_SMS: stepFix(setSuggested),
  WRONG_TYPE: stepFix(setConverted),
  OUT_OF_RANGE: stepFix(setWithin),
  UNKNOWN_FIELD: stepFix(setField),
  UNKNOWN_OPERATOR: stepFix(setOperator),
  UNKNOWN_MEMBER: stepFix(renameMember),
  MIXED_FORMATS: stepFix(({ issue }) => (isFlatMember(issue) ? [[change(issue, {}, [issue.member])]] : [])),
  DUPLICATE_ID: stepFix(setFreshId),
  UNREACHABLE_STEP: removal,
  UNIMPLEMENTED_ACTION: removal,
  RECOVERY_WITHOUT_CHECK: stepFix(({ issue, usedIds, newId, locale }) =>
    [true, false].map((waits) => guardReminder(usedIds, { nodeId: issue.nodeId, id: newId(), waits, locale })),
  ),
};

const isFlatMember = ({ name }: LocatedIssue): boolean => name === 'parentId' || name === 'nextId';

function setSuggested({ issue }: FixInput): Operation[][] {
  const { suggestion } = issue.finding;
  // Only the author can provide a button's address.
  if (suggestion === undefined || suggestion.endsWith('|url:')) return [];
  if (issue.member === 'trigger_event') return [[{ op: 'update_trigger', triggerEvent: suggestion as Trigger }]];
  return [[change(issue, { [issue.member]: suggestion })]];
}

/** Parses a suggestion in JSON: `"30"` → 30, `"true"` → true. A wait in words becomes minutes: `"2 horas"` → 120. */
function setConverted({ issue }: FixInput): Operation[][] {
  const { suggestion } = issue.finding;
  const time = issue.name === 'minutes' ? parseDuration(String(issue.value), 1) : undefined;
  if (time && !time.isPlain) return [[change(issue, { [issue.member]: time.minutes })]];
  const scalar = suggestion !== undefined && /^(?:-?\d+|true|false|\[.*\])$/s.exec(suggestion);
  return scalar ? [[change(issue, { [issue.member]: JSON.parse(suggestion) as unknown })]] : [];
}

/** The nearest allowed value; a delay that is too long becomes several delays in sequence. */
function setWithin({ issue }: FixInput): Operation[][] {
  const { step, value, member, finding, nodeId } = issue;
  const { min, max } = finding.values;
  if (typeof value !== 'number' || min === undefined || max === undefined) return [];
  if (step?.type !== 'delay' || value < max) return [[change(issue, { [member]: value < min ? min : max })]];
  const waits = Math.ceil(value / max) - 1;
  if (waits > limits.rootSteps.max) return [];
  const wait: Operation = { op: 'insert_before', step: { type: 'delay', minutes: max }, beforeNodeId: nodeId };
  return [[...Array.from({ length: waits }, () => wait), change(issue, { [member]: value - waits * max })]];
}

/** Replaces a field; payment_status is compared in lower case (specification DEF5). Values that do not fit the new field need a person. */
function setField({ issue, flow }: FixInput): Operation[][] {
  const { suggestion } = issue.finding;
  if (suggestion === undefined) return [];
  const changes: { [path: string]: unknown } = { [issue.member]: suggestion };
  const path = beside(issue.member, 'value');
  const value = valueAt(ruleHolder(issue, flow), keysOfPath(path));
  if (suggestion === 'payment_status' && value !== undefined) {
    const lower = (entry: unknown): unknown => (typeof entry === 'string' ? entry.toLowerCase() : undefined);
    const values = [value].flat().map(lower);
    if (values.includes(undefined)) return [];
    changes[path] = Array.isArray(value) ? values : values[0];
  }
  return [[change(issue, changes)]];
}

function ruleHolder({ step, branchId }: LocatedIssue, flow: Flow): unknown {
  if (step?.type !== 'condition' || branchId === undefined) return step ?? flow;
  return step.branches?.find(({ id }) => id === branchId);
}

/** contains, startsWith and endsWith have no equivalent operator. */
function setOperator(input: FixInput): Operation[][] {
  return /^(?:contains|startswith|endswith)$/i.test(String(input.issue.value)) ? [] : setSuggested(input);
}

function renameMember({ issue }: FixInput): Operation[][] {
  const { member, value, finding } = issue;
  if (finding.suggestion === undefined || value === undefined) return [];
  return [[change(issue, { [beside(member, finding.suggestion)]: value }, [member])]];
}

function setFreshId({ issue, usedIds, newId }: FixInput): Operation[][] {
  if (issue.name !== 'id' || issue.member !== 'id') return [];
  if (issue.branchId === undefined) return [[change(issue, { id: newId() })]];
  const [id] = freeBranchIds([issue.branchId], usedIds);
  return [[change(issue, { id })]];
}
