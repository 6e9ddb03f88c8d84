import type { CopilotEvent } from '@retoma/server/panel-contract';
import { send, Unreachable, type ApiResponse, type ApiRequest } from '../../../api/call.ts';

/** The conversation about an automation. */
export const copilotRoute = 'GET /panel/api/stores/:storeId/automations/:automationId/copilot';
const askRoute = 'POST /panel/api/stores/:storeId/automations/:automationId/copilot';

/** The messages, the model, and the usage. */
export type Copilot = ApiResponse<typeof copilotRoute>;

/** One message of the conversation. */
export type CopilotMessage = Copilot['messages'][number];

/** What was proposed. */
export type Proposal = NonNullable<CopilotMessage['proposal']>;

/** The question and its automation. */
export type CopilotAsk = ApiRequest<typeof askRoute>;

/** Sends a question and reports each event as it arrives. Throws `Refused` and `Unreachable`; an abort ends it. */
export async function askStream(
  ask: CopilotAsk,
  onEvent: (event: CopilotEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { body } = await send(askRoute, ask, signal);
  if (!body) throw new Unreachable();
  if (!(await readEvents(body, onEvent))) throw new Unreachable();
}

/** Reads server-sent events to their end; whether the last of them was there. */
async function readEvents(body: ReadableStream<Uint8Array>, onEvent: (event: CopilotEvent) => void): Promise<boolean> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, isDone] = ['', false];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return isDone;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      if (!block.startsWith('data: ')) continue;
      const event = JSON.parse(block.slice('data: '.length)) as CopilotEvent;
      isDone ||= event.type === 'done';
      onEvent(event);
    }
  }
}
