import { checkOperation, cleanJson, copySteps, draftIn, isFlat, toNested, type Flow, type Steps } from '@retoma/flow';

/** The clipboard text of copied steps: a complete automation, which can be pasted into another one or imported. */
export const clipboardText = (flow: Flow, ids: readonly string[]): string =>
  JSON.stringify(copySteps(flow, ids), null, 2);

/** The steps in a clipboard text, which may be the answer of a chat (EDT16); undefined if it has none that can be pasted. */
export function stepsInText(text: string): Steps | undefined {
  const value = draftIn(cleanJson(text).text);
  if (!value) return undefined;
  const checked = checkOperation({ op: 'paste', steps: value.steps });
  if (!checked.ok || checked.operation.op !== 'paste') return undefined;
  const flow = { name: '', trigger_event: 'pix.generated', steps: checked.operation.steps } satisfies Flow;
  if (!isFlat(flow)) return flow.steps;
  const nested = toNested(flow);
  return nested.ok ? nested.flow.steps : undefined;
}
