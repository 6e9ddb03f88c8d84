import type { Flow } from '../../definition/flow.ts';
import { triggerNodeId } from '../../definition/ids.ts';
import { isRaw } from '../../members/raw.ts';

/** The node of the flow itself. */
export const rootId = triggerNodeId;

/** The list that a node is in: its owner, and the owner's member. */
export type Spot = { readonly owner: string; readonly list: string };

/** The flow, a step or a branch: its members without the lists of other nodes, and the ids in each of these lists. */
export type FlowNode = {
  readonly members: Readonly<Record<string, unknown>>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** Absent for the flow. */
  readonly spot?: Spot;
};

/** The nodes of a flow by id. */
export type Nodes = ReadonlyMap<string, FlowNode>;

/** The members that hold steps or branches. */
const listNames: ReadonlySet<string> = new Set([
  'steps',
  'branches',
  'if_true',
  'if_false',
  'onNext',
  'onResponse',
  'onNoReply',
  'onOpen',
  'onClickLink',
]);

/** The nodes of a flow, parents first; undefined if an entry of a list has no id of its own. */
export function nodesOf(flow: Flow): Nodes | undefined {
  const nodes = new Map<string, FlowNode>();
  return addNode(nodes, rootId, flow) ? nodes : undefined;
}

function addNode(
  nodes: Map<string, FlowNode>,
  id: string,
  raw: Readonly<Record<string, unknown>>,
  spot?: Spot,
): boolean {
  if (nodes.has(id)) return false;
  const members: Record<string, unknown> = {};
  const lists = new Map<string, string[]>();
  nodes.set(id, { members, lists, ...(spot && { spot }) });
  for (const [name, value] of Object.entries(raw)) {
    if (!listNames.has(name) || !Array.isArray(value)) {
      members[name] = value;
      continue;
    }
    const ids: string[] = [];
    lists.set(name, ids);
    for (const entry of value as unknown[]) {
      if (!isRaw(entry) || typeof entry['id'] !== 'string') return false;
      ids.push(entry['id']);
      if (!addNode(nodes, entry['id'], entry, { owner: id, list: name })) return false;
    }
  }
  return true;
}

/** The flow of nodes: their members, then their lists. */
export function rebuild(
  members: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  lists: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>,
): Flow {
  const build = (id: string): Record<string, unknown> => ({
    ...members.get(id),
    ...Object.fromEntries([...(lists.get(id) ?? [])].map(([name, ids]) => [name, ids.map(build)])),
  });
  return build(rootId) as unknown as Flow;
}
