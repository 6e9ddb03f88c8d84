import type { Flow } from '../definition/flow.ts';
import type { Step } from '../steps/step.ts';
import { walkFlow } from '../definition/walk.ts';
import { copyJson } from './copy-json.ts';

/**
 * The content of the clipboard after a copy: a new automation of the steps with these ids, in document order. Its text can be pasted into
 * any flow, or imported. A step inside another copied step is copied with it. Shares no objects with the flow.
 */
export function copySteps(flow: Flow, ids: readonly string[]): Flow {
  const wanted = new Set(ids);
  const steps: Step[] = [];
  let inside: string | undefined;
  for (const { step, path } of walkFlow(flow)) {
    if (inside !== undefined && path.startsWith(inside)) continue;
    if (step.id === undefined || !wanted.has(step.id)) continue;
    inside = `${path}.`;
    steps.push(step);
  }
  return copyJson({ name: flow.name, trigger_event: flow.trigger_event, steps });
}
