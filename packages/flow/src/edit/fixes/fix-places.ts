import type { Flow } from '../../definition/flow.ts';
import type { Step } from '../../steps/step.ts';
import { walkFlow } from '../../definition/walk.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import { examine } from '../../validate/examine.ts';
import { pathOf } from '../../validate/issue.ts';
import type { Finding, Key } from '../../members/report.ts';
import { valueAt } from '../locate.ts';
import { keysOfPath } from '../../validate/issue.ts';
import type { Operation } from '../operation.ts';

/** A finding of the validator, and the step or branch in which an operation can fix it. */
export type LocatedIssue = {
  finding: Finding;
  /** The step; absent for the flow's own members. */
  step?: Step;
  nodeId: string;
  branchId?: string;
  /** The member's path in the step or branch, and its last name. */
  member: string;
  name: Key;
  /** The current value. */
  value: unknown;
};

/** Findings that an operation can reach: in steps with ids, and at members with plain names. */
export function issuesIn(flow: Flow): LocatedIssue[] {
  const steps = new Map([...walkFlow(flow)].map(({ path, step }) => [path, step]));
  return examine(flow).report.findings.flatMap((finding) => {
    const issue = locateIssue(flow, finding, steps);
    return issue && valueAt(holder(issue, flow), keysOfPath(issue.member)) === issue.value ? [issue] : [];
  });
}

function locateIssue(flow: Flow, finding: Finding, steps: ReadonlyMap<string, Step>): LocatedIssue | undefined {
  const { keys } = finding;
  const value = valueAt(flow, keys);
  const name = keys.at(-1) ?? '';
  for (let end = keys.length; end > 0; end--) {
    const step = steps.get(pathOf(keys.slice(0, end)));
    if (!step) continue;
    if (step.id === undefined) return undefined;
    const inside = keys.slice(end);
    const issue: LocatedIssue = { finding, step, nodeId: step.id, member: pathOf(inside), name, value };
    if (step.type !== 'condition' || inside[0] !== 'branches' || typeof inside[1] !== 'number') return issue;
    const branch = step.branches?.[inside[1]];
    return branch && { ...issue, branchId: branch.id, member: pathOf(inside.slice(2)) };
  }
  return { finding, nodeId: triggerNodeId, member: pathOf(keys), name, value };
}

function holder({ step, branchId }: LocatedIssue, flow: Flow): unknown {
  if (!step) return flow;
  if (branchId === undefined || step.type !== 'condition') return step;
  return step.branches?.find(({ id }) => id === branchId);
}

/** The operation that sets and drops members at an issue, by their paths in the step or branch. */
export function change(
  { nodeId, branchId }: LocatedIssue,
  changes: { [path: string]: unknown },
  drop?: readonly string[],
): Operation {
  const members = { changes, ...(drop && { drop }) };
  return branchId === undefined
    ? { op: 'update_step', nodeId, ...members }
    : { op: 'update_branch', conditionNodeId: nodeId, branchId, ...members };
}

/** The path of another member of the same object: `data.message`, `text` → `data.text`. */
export function beside(member: string, name: string): string {
  const parent = /^(.*)\.[^.[\]]+$/.exec(member)?.[1];
  return parent === undefined ? name : `${parent}.${name}`;
}
