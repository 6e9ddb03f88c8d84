import type { Branch, Step, Steps } from '../steps/step.ts';
import { triggers, type Trigger } from '../members/trigger.ts';
import { isRaw } from '../members/raw.ts';
import type { Raw } from '../members/report.ts';
import { refuse, type Refusal } from './operation-codes.ts';
import { actionOutputHandles, type ActionOutputHandle } from './output-handles.ts';
import { isStep, isSteps } from './walkable.ts';

// COP3. The members of every operation are declared once; the TypeScript types and the check of foreign JSON are derived from this.
// Hand-written, without a schema library: this package has no runtime dependencies, in a browser too (index.test.ts).

/** The types of an operation's members. A `?` at the end of a kind: the member is optional. */
type MemberTypes = {
  id: string;
  'id?': string | undefined;
  ids: readonly string[];
  'ids?': readonly string[] | undefined;
  text: string;
  trigger: Trigger;
  'handle?': ActionOutputHandle | undefined;
  step: Step;
  steps: Steps;
  branch: Branch;
  /** Paths in the step or branch (`minutes`, `data.message`, `conditions[0].field`) and their new values. */
  changes: { readonly [path: string]: unknown };
};

/** The position of a step (COP5); placement.ts resolves it. */
const placement = {
  afterNodeId: 'id?',
  conditionNodeId: 'id?',
  branchId: 'id?',
  actionNodeId: 'id?',
  actionOutputHandle: 'handle?',
} as const;

/** The fifteen operations of the specification's DEF10 (COP3), and our wrap, duplicate and paste (EDT2), with their members. */
export const operationMembers = {
  create_step: { step: 'step', ...placement },
  update_step: { nodeId: 'id', changes: 'changes', drop: 'ids?' },
  add_branch: { conditionNodeId: 'id', branch: 'branch', beforeBranchId: 'id?' },
  update_branch: { conditionNodeId: 'id', branchId: 'id', changes: 'changes', drop: 'ids?' },
  remove_step: { nodeId: 'id' },
  update_trigger: { triggerEvent: 'trigger' },
  insert_before: { step: 'step', beforeNodeId: 'id' },
  insert_after: { step: 'step', afterNodeId: 'id' },
  insert_between: { step: 'step', afterNodeId: 'id', beforeNodeId: 'id' },
  move_step: { nodeId: 'id', ...placement },
  move_to_branch: { nodeId: 'id', conditionNodeId: 'id', branchId: 'id', afterNodeId: 'id?' },
  remove_condition: { conditionNodeId: 'id', keepBranchId: 'id?' },
  remove_branch: { conditionNodeId: 'id', branchId: 'id' },
  rename_branch: { conditionNodeId: 'id', branchId: 'id', label: 'text' },
  finish_branch: { conditionNodeId: 'id', branchId: 'id' },
  wrap: { nodeIds: 'ids', step: 'step', branchId: 'id?' },
  duplicate: { nodeId: 'id' },
  paste: { steps: 'steps', ...placement },
} as const satisfies Record<string, Record<string, keyof MemberTypes>>;

/** The name of an operation: its `op`. */
export type OperationName = keyof typeof operationMembers;

/** All names; those of COP3 come first. */
export const operationNames = Object.keys(operationMembers) as OperationName[];

type OptionalOf<Members> = {
  [Name in keyof Members]: Members[Name] extends `${string}?` ? Name : never;
}[keyof Members];

type MembersOf<Members extends Record<string, keyof MemberTypes>> = {
  readonly [Name in Exclude<keyof Members, OptionalOf<Members>>]: MemberTypes[Members[Name]];
} & { readonly [Name in OptionalOf<Members>]?: MemberTypes[Members[Name]] };

/** The type of an operation with a name. */
export type OperationOf<Name extends OperationName> = { readonly op: Name } & MembersOf<
  (typeof operationMembers)[Name]
>;

/** One change of a flow (EDT2, COP3). Plain JSON. */
export type Operation = { [Name in OperationName]: OperationOf<Name> }[OperationName];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const kindChecks: Record<keyof MemberTypes, (value: unknown) => boolean> = {
  id: isText,
  'id?': isText,
  ids: (value) => isTexts(value) && (value as string[]).length > 0,
  'ids?': isTexts,
  text: isText,
  trigger: (value) => triggers.includes(value as Trigger),
  'handle?': (value) => Object.hasOwn(actionOutputHandles, String(value)),
  step: isStep,
  steps: (value) => isSteps(value) && value.length > 0,
  branch: (value) => isRaw(value) && isText(value.id) && isSteps(value.steps),
  changes: isRaw,
};

/**
 * Checks foreign JSON: returns an operation, or what is wrong with its members. Unknown members are refused, since a misspelt one would
 * change the position.
 */
export function checkOperation(value: unknown): { ok: true; operation: Operation } | Refusal {
  if (!isRaw(value) || !isText(value.op) || !Object.hasOwn(operationMembers, value.op)) {
    return refuse('UNKNOWN_OPERATION', { op: isRaw(value) ? String(value.op).slice(0, 80) : typeof value });
  }
  const op = value.op as OperationName;
  const wrong = wrongMember(value, operationMembers[op]);
  if (wrong !== undefined) return refuse('INVALID_MEMBER', { op, member: wrong });
  return { ok: true, operation: value as Operation };
}

function wrongMember(raw: Raw, members: Record<string, keyof MemberTypes>): string | undefined {
  const unknown = Object.keys(raw).find((member) => member !== 'op' && !Object.hasOwn(members, member));
  if (unknown !== undefined) return unknown.slice(0, 80);
  return Object.keys(members).find((member) => {
    const kind = members[member]!;
    return raw[member] === undefined ? !kind.endsWith('?') : !kindChecks[kind](raw[member]);
  });
}
