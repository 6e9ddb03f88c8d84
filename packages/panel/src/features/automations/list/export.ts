import { isFlat, readableFlow, toFlat, toNested, type Flow } from '@retoma/flow';
import { call } from '../../../api/call.ts';
import { fileNameOf } from '../../../ui/format/file-name.ts';

type Params = { storeId: string; automationId: string };

/** The saved draft of an automation. `flow`: the draft in readable form; `isSound`: both are equal. */
async function draftOf(params: Params): Promise<{ text: string; flow: Flow; isSound: boolean }> {
  const { automation } = await call('GET /panel/api/stores/:storeId/automations/:automationId', { params });
  const definition: unknown = JSON.parse(automation.draft);
  const flow = readableFlow(definition);
  return { text: automation.draft, flow, isSound: flow === definition };
}

const written = (flow: Flow): string => JSON.stringify(flow, null, 2);

/** The nested text of a draft. A nested draft stays unchanged byte for byte. A flat draft without a nested equivalent stays flat. */
export async function nestedText(params: Params): Promise<{ text: string; name: string }> {
  const { text, flow, isSound } = await draftOf(params);
  const nested = isSound && isFlat(flow) ? toNested(flow) : undefined;
  return { text: nested?.ok ? written(nested.flow) : text, name: flow.name };
}

/** The flat text of a draft; undefined if no flat flow does the same. */
export async function flatText(params: Params): Promise<{ text: string; name: string } | undefined> {
  const { text, flow, isSound } = await draftOf(params);
  if (!isSound || isFlat(flow)) return { text, name: flow.name };
  const flat = toFlat(flow);
  return flat && { text: written(flat), name: flow.name };
}

/** Downloads a definition as a file. */
export function download({ text, name }: { text: string; name: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileNameOf(name)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
