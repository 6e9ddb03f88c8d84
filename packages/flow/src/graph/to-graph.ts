import { isFlat } from '../definition/flat.ts';
import type { Flow } from '../definition/flow.ts';
import { triggerNodeId } from '../definition/ids.ts';
import { withLists } from '../definition/rebuild.ts';
import type { Step, StepType, Steps } from '../steps/step.ts';
import { nestedLists } from '../definition/walk.ts';

/** A node of the graph: the trigger, or a step. `id` is the step's path. */
export type GraphNode = {
  id: string;
  type: 'trigger' | StepType;
  /** The step with empty nested lists, which are lanes. Absent for the trigger. */
  step?: Step;
  /** The id of its lane; absent for the trigger. */
  lane?: string;
};

/** A list of steps, drawn as one column and run from top to bottom. `id` is the list's path, or the branch's in a flat flow. */
export type GraphLane = {
  id: string;
  /** The id of the node that owns it. */
  owner: string;
  /** The outlet: `steps` of the trigger, `onNext`, `onResponse`, `branches[0].steps`, `if_true`, … */
  outlet: string;
  /** How it runs: the main list; after its owner; in a new thread (RUN1); if a condition chose it; repeatedly. */
  kind: 'main' | 'next' | 'handler' | 'branch' | 'repeated';
  /** The ids of its nodes, in running order. */
  nodes: string[];
};

/** A flow as a graph. The edges follow from the lanes: from an owner into its lane, and from a step to the next. */
export type FlowGraph = { nodes: GraphNode[]; lanes: GraphLane[] };

/**
 * Builds nodes and lanes of any valid flow. Lanes are the lists as the engine runs them, so only what runs is drawn; `nextId` is
 * ignored. In a flat flow the children of a branch are a lane of their condition.
 */
export function toGraph(flow: Flow): FlowGraph {
  const graph: FlowGraph = { nodes: [{ id: triggerNodeId, type: 'trigger' }], lanes: [] };
  const main = addLane(graph, { id: 'steps', owner: triggerNodeId, outlet: 'steps', kind: 'main', nodes: [] });
  if (isFlat(flow)) addFlatSteps(graph, main, flow.steps);
  else addSteps(graph, main, flow.steps);
  return graph;
}

function addLane(graph: FlowGraph, lane: GraphLane): GraphLane {
  graph.lanes.push(lane);
  return lane;
}

function addSteps(graph: FlowGraph, lane: GraphLane, steps: Steps): void {
  for (const [index, step] of steps.entries()) addStep(graph, lane, step, `${lane.id}[${index}]`);
}

function addStep(graph: FlowGraph, lane: GraphLane, step: Step, id: string): void {
  graph.nodes.push({ id, type: step.type, step: withLists(step, () => []), lane: lane.id });
  lane.nodes.push(id);
  for (const { member, steps } of nestedLists(step)) {
    addSteps(
      graph,
      addLane(graph, { id: `${id}.${member}`, owner: id, outlet: member, kind: laneKind(member), nodes: [] }),
      steps,
    );
  }
}

/** How a nested list runs, by its member. */
export function laneKind(member: string): GraphLane['kind'] {
  if (member === 'steps') return 'repeated';
  if (member === 'onNext') return 'next';
  return member.startsWith('on') ? 'handler' : 'branch';
}

/**
 * Adds a flat flow's steps. A step with parentId is in the lane of the first condition with that branch (RUN3), conditions in the trunk.
 */
function addFlatSteps(graph: FlowGraph, main: GraphLane, steps: Steps): void {
  const lanes = new Map<string, GraphLane>();
  for (const [index, step] of steps.entries()) {
    if (step.type !== 'condition') continue;
    for (const [branch, { id, steps: nested }] of (step.branches ?? []).entries()) {
      if (nested !== undefined || lanes.has(id)) continue;
      const outlet = `branches[${branch}]`;
      const owner = `steps[${index}]`;
      lanes.set(id, addLane(graph, { id: `${owner}.${outlet}`, owner, outlet, kind: 'branch', nodes: [] }));
    }
  }
  for (const [index, step] of steps.entries()) {
    const lane = step.type === 'condition' ? undefined : lanes.get(step.parentId ?? '');
    addStep(graph, lane ?? main, step, `steps[${index}]`);
  }
}
