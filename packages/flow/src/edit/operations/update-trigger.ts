import type { Flow } from '../../definition/flow.ts';
import type { OperationOf } from '../operation.ts';
import type { Outcome } from './outcome.ts';

/** Changes the trigger. The validator reports metatags that the new trigger does not have. */
export function updateTrigger(flow: Flow, { triggerEvent }: OperationOf<'update_trigger'>): Outcome {
  return { ok: true, flow: flow.trigger_event === triggerEvent ? flow : { ...flow, trigger_event: triggerEvent } };
}
