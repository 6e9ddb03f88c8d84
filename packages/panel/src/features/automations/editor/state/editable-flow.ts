import { isFlat, mapFlow, readableFlow, toNested, withBranchLists, type Flow } from '@retoma/flow';

/** An id for a new step. */
export const newStepId = (): string => `step-${crypto.randomUUID().slice(0, 8)}`;

const editableFlows = new WeakMap<Flow, Flow | undefined>();

/** The nested flow that operations edit; undefined if nesting would change what runs (EDT3). */
function toEditable(flow: Flow): Flow | undefined {
  if (editableFlows.has(flow)) return editableFlows.get(flow);
  const nested = isFlat(flow) ? toNested(flow) : { ok: true as const, flow };
  const made = nested.ok ? nested.flow : undefined;
  editableFlows.set(flow, made);
  return made;
}

/** The flow to draw: the editable flow, or the original if there is none. */
export const toRenderable = (flow: Flow): Flow => toEditable(flow) ?? flow;

/** The definition that operations change. Unreadable parts are kept; branches without a list of steps get an empty one. */
export const changeable = (definition: Flow): Flow =>
  readableFlow(definition) === definition ? toRenderable(definition) : mapFlow(definition, withBranchLists);

/** Whether operations can change a definition: it is nested or can be nested (EDT3). */
export const canChange = (definition: Flow): boolean => !isFlat(changeable(definition));

/** The definition to validate: as if it were switched on, because it can be published. A definition without `active` stays unchanged. */
export const asPublished = (definition: Flow): Flow =>
  definition.active === false ? { ...definition, active: true } : definition;
