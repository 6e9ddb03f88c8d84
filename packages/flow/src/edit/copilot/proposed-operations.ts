import type { Flow } from '../../definition/flow.ts';
import { collectIds } from '../../definition/ids.ts';
import { unexecutedNames, type Step } from '../../steps/step.ts';
import { walkFlow } from '../../definition/walk.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import type { Raw } from '../../members/report.ts';
import { findStep } from '../locate.ts';
import { checkOperation, operationMembers, type Operation } from '../operation.ts';
import { refuse, type Refusal } from '../operation-codes.ts';
import type { EmailDefaults } from './message-data.ts';
import { branchOfPayload, stepsOfPayload } from './step-payload.ts';

/** Operations that COP3 does not name; only the editor may use them. */
const ofEditor: ReadonlySet<unknown> = new Set(['wrap', 'duplicate', 'paste']);

/** Ids that may be named although no step has them: the root, and the outcomes of a condition without branches. */
const alwaysKnown = [triggerNodeId, 'if_true', 'if_false'];

/** Reads the operations of one proposal, in order: a branch that one adds may be named by later ones. */
export class ProposedOperations {
  readonly #flow: Flow;
  readonly #defaults: EmailDefaults;
  readonly #known: Set<string>;

  constructor(flow: Flow, defaults: EmailDefaults) {
    this.#flow = flow;
    this.#defaults = defaults;
    this.#known = new Set([...collectIds(flow), ...alwaysKnown]);
  }

  /** Converts one operation from the copilot's form to ours; content of several steps becomes several operations (EDT4). */
  read(proposed: Raw): { ok: true; operations: Operation[] } | Refusal {
    const { op } = proposed;
    if (ofEditor.has(op)) return refuse('NOT_FOR_COPILOT', { op: String(op) });
    const converted = this.#convert(proposed);
    if (!converted.ok) return converted;
    const operations: Operation[] = [];
    for (const raw of converted.operations) {
      const checked = checkOperation(raw);
      const refused = checked.ok ? this.#refusalOf(checked.operation) : checked;
      if (refused) return refused;
      if (checked.ok) operations.push(checked.operation);
    }
    for (const operation of operations) if (operation.op === 'add_branch') this.#known.add(operation.branch.id);
    return { ok: true, operations };
  }

  #convert(proposed: Raw): { ok: true; operations: Raw[] } | Refusal {
    const { op, step, branch } = proposed;
    if (op === 'add_branch') {
      const made = branchOfPayload(branch, this.#defaults);
      return made.ok ? { ok: true, operations: [{ ...proposed, branch: made.branch }] } : made;
    }
    if (step === undefined) return { ok: true, operations: [proposed] };
    if (op === 'update_step') return this.#convertUpdate(proposed);
    const made = stepsOfPayload(step, this.#defaults);
    return made.ok ? { ok: true, operations: spread(proposed, made.steps) } : made;
  }

  /** Converts an update: the copilot may write a step's new content as a payload too. */
  #convertUpdate({ step, ...rest }: Raw): { ok: true; operations: Raw[] } | Refusal {
    const found = findStep(this.#flow, String(rest.nodeId));
    if (!found.ok) return refuse('INVENTED_ID', { id: String(rest.nodeId) });
    const existing = found.step;
    const defaults = existing.type === 'action' && existing.name === 'send_email' ? existing.data : {};
    const made = stepsOfPayload(step, { ...this.#defaults, ...defaults });
    if (!made.ok) return made;
    const [only, more] = made.steps;
    if (more) return refuse('SEVERAL_STEPS');
    if (only?.type !== existing.type || only.type === 'condition') return refuse('INVALID_PAYLOAD', { member: 'type' });
    const { type: _type, ...changes } = only;
    return { ok: true, operations: [{ ...rest, changes }] };
  }

  /** COP6: refuses invented ids, ids for new steps, and actions that are never executed. */
  #refusalOf(operation: Operation): Refusal | undefined {
    const invented = namedIds(operation).find((id) => !this.#known.has(id));
    if (invented !== undefined) return refuse('INVENTED_ID', { id: invented });
    for (const { step } of walkFlow({ steps: stepsIn(operation) })) {
      if (step.id !== undefined) return refuse('GIVEN_ID');
      if (step.type === 'action' && isUnexecuted(step.name)) return refuse('NOT_PROPOSED', { name: step.name });
    }
    if (!('changes' in operation)) return undefined;
    const { changes } = operation;
    if ('id' in changes) return refuse('GIVEN_ID');
    return isUnexecuted(changes['name']) ? refuse('NOT_PROPOSED', { name: String(changes['name']) }) : undefined;
  }
}

const isUnexecuted = (name: unknown): boolean => unexecutedNames.some((unexecuted) => unexecuted === name);

/** The ids of existing steps and branches that an operation names. */
function namedIds(operation: Operation): string[] {
  const members: Record<string, string> = operationMembers[operation.op];
  const raw = operation as Raw;
  return Object.keys(members).flatMap((member) => {
    const value = raw[member];
    return members[member]!.startsWith('id') && member !== 'drop' && value !== undefined
      ? [value].flat().map(String)
      : [];
  });
}

function stepsIn(operation: Operation): readonly Step[] {
  if ('step' in operation) return [operation.step];
  return operation.op === 'add_branch' ? (operation.branch.steps ?? []) : [];
}

/** One operation for each step, so that the steps run in order: of steps inserted after the same one, the last is inserted first. */
function spread(proposed: Raw, steps: readonly Step[]): Raw[] {
  const each = steps.map((step): Raw => ({ ...proposed, step }));
  if (proposed.op === 'insert_before') return each;
  if (proposed.op !== 'insert_between') return each.reverse();
  const { afterNodeId: _after, ...before } = proposed;
  return each.map((one, index) => (index === 0 ? one : { ...before, op: 'insert_before', step: one.step }));
}
