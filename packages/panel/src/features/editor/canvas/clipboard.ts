import { checkOperation, copySteps, isFlat, toNested, type Flow, type Steps } from '@retoma/flow';

/** The clipboard text of copied steps: a complete automation, which can be pasted into another one or imported. */
export const clipboardText = (flow: Flow, ids: readonly string[]): string =>
  JSON.stringify(copySteps(flow, ids), null, 2);

/** The steps in a clipboard text; undefined if it has none that can be pasted. */
export function stepsInText(text: string): Steps | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || !('steps' in value)) return undefined;
  const checked = checkOperation({ op: 'paste', steps: value.steps });
  if (!checked.ok || checked.operation.op !== 'paste') return undefined;
  const flow = { name: '', trigger_event: 'pix.generated', steps: checked.operation.steps } satisfies Flow;
  if (!isFlat(flow)) return flow.steps;
  const nested = toNested(flow);
  return nested.ok ? nested.flow.steps : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
