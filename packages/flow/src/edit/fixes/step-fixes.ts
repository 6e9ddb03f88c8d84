import type { Flow } from '../../definition/flow.ts';
import { limits } from '../../definition/limits.ts';
import type { Trigger } from '../../definition/trigger.ts';
import type { Code, Locale } from '../../validate/codes.ts';
import { beside, change, type LocatedIssue } from './fix-places.ts';
import { freeBranchIds, type NewId } from '../fresh-ids.ts';
import { valueAt } from '../locate.ts';
import { parseDuration } from '../../steps/parse-duration.ts';
import { keysOfPath } from '../../validate/issue.ts';
import type { Operation } from '../operation.ts';
import { guardReminder } from './recovery-pair.ts';

/** `taken`: the ids of the flow, and those that fixes give; so that several can be applied together. */
type FixInput = { fault: LocatedIssue; flow: Flow; taken: Set<string>; newId: NewId; locale: Locale };

/** Ways of mending an issue, the best first. */
type StepFix = { lossy: boolean; attempts: (given: FixInput) => Operation[][] };

const stepFix = (attempts: StepFix['attempts']): StepFix => ({ lossy: false, attempts });
const removal: StepFix = { lossy: true, attempts: ({ fault }) => [[{ op: 'remove_step', nodeId: fault.nodeId }]] };

/** The codes of the validator that can be mended mechanically. The others need a person. */
export const stepFixes: { readonly [code in Code]?: StepFix } = {
  INVALID_VALUE: stepFix(setSuggested),
  INVALID_URL: stepFix(setSuggested),
  HTML_IN_SMS: stepFix(setSuggested),
  WRONG_TYPE: stepFix(setConverted),
  OUT_OF_RANGE: stepFix(setWithin),
  UNKNOWN_FIELD: stepFix(setField),
  UNKNOWN_OPERATOR: stepFix(setOperator),
  UNKNOWN_MEMBER: stepFix(renameMember),
  MIXED_FORMATS: stepFix(({ fault }) => (isFlatMember(fault) ? [[change(fault, {}, [fault.member])]] : [])),
  DUPLICATE_ID: stepFix(giveOwnId),
  UNREACHABLE_STEP: removal,
  UNIMPLEMENTED_ACTION: removal,
  RECOVERY_WITHOUT_CHECK: stepFix(({ fault, taken, newId, locale }) =>
    [true, false].map((waits) => guardReminder(taken, { nodeId: fault.nodeId, id: newId(), waits, locale })),
  ),
};

const isFlatMember = ({ name }: LocatedIssue): boolean => name === 'parentId' || name === 'nextId';

function setSuggested({ fault }: FixInput): Operation[][] {
  const { suggestion } = fault.finding;
  // The address of a button is its author's to give.
  if (suggestion === undefined || suggestion.endsWith('|url:')) return [];
  if (fault.member === 'trigger_event') return [[{ op: 'update_trigger', triggerEvent: suggestion as Trigger }]];
  return [[change(fault, { [fault.member]: suggestion })]];
}

/** The suggestion is JSON: `"30"` → 30, `"true"` → true. A wait in words becomes minutes: `"2 horas"` → 120. */
function setConverted({ fault }: FixInput): Operation[][] {
  const { suggestion } = fault.finding;
  const time = fault.name === 'minutes' ? parseDuration(String(fault.value), 1) : undefined;
  if (time && !time.isPlain) return [[change(fault, { [fault.member]: time.minutes })]];
  const scalar = suggestion !== undefined && /^(?:-?\d+|true|false|\[.*\])$/s.exec(suggestion);
  return scalar ? [[change(fault, { [fault.member]: JSON.parse(suggestion) as unknown })]] : [];
}

/** The nearest value allowed; a wait that is too long becomes several, one after the other. */
function setWithin({ fault }: FixInput): Operation[][] {
  const { step, value, member, finding, nodeId } = fault;
  const { min, max } = finding.values;
  if (typeof value !== 'number' || min === undefined || max === undefined) return [];
  if (step?.type !== 'delay' || value < max) return [[change(fault, { [member]: value < min ? min : max })]];
  const waits = Math.ceil(value / max) - 1;
  if (waits > limits.rootSteps.max) return [];
  const wait: Operation = { op: 'insert_before', step: { type: 'delay', minutes: max }, beforeNodeId: nodeId };
  return [[...Array.from({ length: waits }, () => wait), change(fault, { [member]: value - waits * max })]];
}

/** A status is compared in lower case (specification DEF5). A field that meant something else with its value stays for a person. */
function setField({ fault, flow }: FixInput): Operation[][] {
  const { suggestion } = fault.finding;
  if (suggestion === undefined) return [];
  const changes: { [path: string]: unknown } = { [fault.member]: suggestion };
  const path = beside(fault.member, 'value');
  const value = valueAt(ruleHolder(fault, flow), keysOfPath(path));
  if (suggestion === 'payment_status' && value !== undefined) {
    const lower = (entry: unknown): unknown => (typeof entry === 'string' ? entry.toLowerCase() : undefined);
    const values = [value].flat().map(lower);
    if (values.includes(undefined)) return [];
    changes[path] = Array.isArray(value) ? values : values[0];
  }
  return [[change(fault, changes)]];
}

function ruleHolder({ step, branchId }: LocatedIssue, flow: Flow): unknown {
  if (step?.type !== 'condition' || branchId === undefined) return step ?? flow;
  return step.branches?.find(({ id }) => id === branchId);
}

/** contains, startsWith and endsWith have no equal here. */
function setOperator(given: FixInput): Operation[][] {
  return /^(?:contains|startswith|endswith)$/i.test(String(given.fault.value)) ? [] : setSuggested(given);
}

function renameMember({ fault }: FixInput): Operation[][] {
  const { member, value, finding } = fault;
  if (finding.suggestion === undefined || value === undefined) return [];
  return [[change(fault, { [beside(member, finding.suggestion)]: value }, [member])]];
}

function giveOwnId({ fault, taken, newId }: FixInput): Operation[][] {
  if (fault.name !== 'id' || fault.member !== 'id') return [];
  if (fault.branchId === undefined) return [[change(fault, { id: newId() })]];
  const [id] = freeBranchIds([fault.branchId], taken);
  return [[change(fault, { id })]];
}
