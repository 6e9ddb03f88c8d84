import { isFlat, readableFlow, toFlat, toNested, type Flow } from '@retoma/flow';
import { call } from '../../../api/call.ts';
import { fileNameOf } from '../../../ui/format/file-name.ts';

type Params = { storeId: string; automationId: string };

/** The draft of an automation, as it was saved; `flow`: as it is read, which is the same where it is sound. */
async function draftOf(params: Params): Promise<{ text: string; flow: Flow; isSound: boolean }> {
  const { automation } = await call('GET /panel/api/stores/:storeId/automations/:automationId', { params });
  const definition: unknown = JSON.parse(automation.draft);
  const flow = readableFlow(definition);
  return { text: automation.draft, flow, isSound: flow === definition };
}

const written = (flow: Flow): string => JSON.stringify(flow, null, 2);

/** The nested text of a draft, byte for byte where it is nested; a flat one that has no nested equal stays as it is. */
export async function nestedText(params: Params): Promise<{ text: string; name: string }> {
  const { text, flow, isSound } = await draftOf(params);
  const nested = isSound && isFlat(flow) ? toNested(flow) : undefined;
  return { text: nested?.ok ? written(nested.flow) : text, name: flow.name };
}

/** The flat text of a draft; undefined where no flat flow does the same. */
export async function flatText(params: Params): Promise<{ text: string; name: string } | undefined> {
  const { text, flow, isSound } = await draftOf(params);
  if (!isSound || isFlat(flow)) return { text, name: flow.name };
  const flat = toFlat(flow);
  return flat && { text: written(flat), name: flow.name };
}

/** Gives a definition to the browser as a file. */
export function download({ text, name }: { text: string; name: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileNameOf(name)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
