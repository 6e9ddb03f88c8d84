import type { Flow } from '../definition/flow.ts';
import { withLists } from '../definition/rebuild.ts';
import type { Step, Steps } from '../definition/step.ts';
import type { FlowGraph, GraphLane, GraphNode } from './to-graph.ts';

/** The flow of a graph: `fromGraph(toGraph(flow))` equals `flow`. It reads lanes and nodes only; edges are derived from them. */
export function fromGraph(graph: FlowGraph): Flow {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const lanes = new Map(graph.lanes.map((lane) => [lane.id, lane]));
  const main = lanes.get('steps')?.nodes ?? [];
  const rootIds = graph.format === 'nested' ? main : rootOrder(graph);
  return { ...graph.flow, steps: stepsOf(rootIds, nodes, lanes) };
}

/** The root list's node ids in order: in a flat flow it contains the steps of the trunk and of the branches. */
function rootOrder(graph: FlowGraph): string[] {
  const indexOf = (id: string): number => Number(/^steps\[(\d+)\]$/.exec(id)?.[1] ?? -1);
  return graph.nodes
    .map(({ id }) => id)
    .filter((id) => indexOf(id) !== -1)
    .sort((a, b) => indexOf(a) - indexOf(b));
}

function stepsOf(
  ids: readonly string[],
  nodes: ReadonlyMap<string, GraphNode>,
  lanes: ReadonlyMap<string, GraphLane>,
): Steps {
  return ids.flatMap((id): Step[] => {
    const step = nodes.get(id)?.step;
    if (!step) return [];
    return [withLists(step, ({ member }) => stepsOf(lanes.get(`${id}.${member}`)?.nodes ?? [], nodes, lanes))];
  });
}
