import type { Flow } from '../../definition/flow.ts';
import type { OperationOf } from '../operation.ts';
import type { Outcome } from './outcome.ts';

/** Lets another event start the flow. Which metatags then work no more, the validator tells. */
export function updateTrigger(flow: Flow, { triggerEvent }: OperationOf<'update_trigger'>): Outcome {
  return { ok: true, flow: flow.trigger_event === triggerEvent ? flow : { ...flow, trigger_event: triggerEvent } };
}
