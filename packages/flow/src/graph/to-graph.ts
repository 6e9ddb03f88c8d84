import { isFlat } from '../definition/flat.ts';
import type { Flow } from '../definition/flow.ts';
import { withLists } from '../definition/rebuild.ts';
import type { Step, StepType, Steps } from '../definition/step.ts';
import { nestedLists } from '../definition/walk.ts';

/** The id of the root node, the trigger (specification DEF10). */
export const triggerNodeId = 'trigger-0';

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

/** An edge of the graph: from an owner into a lane, or from a step to the next of its lane. */
export type GraphEdge = { id: string; source: string; target: string; kind: 'enter' | 'next'; lane: string };

/** A flow as a graph. `flow` has all members except the steps. */
export type FlowGraph = {
  flow: Omit<Flow, 'steps'>;
  format: 'flat' | 'nested';
  nodes: GraphNode[];
  lanes: GraphLane[];
  edges: GraphEdge[];
};

/**
 * Builds nodes, lanes and edges of any valid flow. Lanes are the lists as the engine runs them, so only what runs is drawn; `nextId` is
 * ignored. In a flat flow the children of a branch are a lane of their condition.
 */
export function toGraph(flow: Flow): FlowGraph {
  const { steps, ...rest } = flow;
  const trigger: GraphNode = { id: triggerNodeId, type: 'trigger' };
  const graph: FlowGraph = {
    flow: rest,
    format: isFlat(flow) ? 'flat' : 'nested',
    nodes: [trigger],
    lanes: [],
    edges: [],
  };
  const main = addLane(graph, { id: 'steps', owner: triggerNodeId, outlet: 'steps', kind: 'main', nodes: [] });
  if (graph.format === 'nested') addSteps(graph, main, steps);
  else addFlatSteps(graph, main, steps);
  for (const lane of graph.lanes) connect(graph, lane);
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

function connect(graph: FlowGraph, lane: GraphLane): void {
  for (const [index, target] of lane.nodes.entries()) {
    const source = lane.nodes[index - 1];
    graph.edges.push({
      id: `${source ?? lane.id}→${target}`,
      source: source ?? lane.owner,
      target,
      kind: source === undefined ? 'enter' : 'next',
      lane: lane.id,
    });
  }
}
