import type { CopilotEvent } from '@retoma/server/panel-contract';
import { send, Unreachable, type ApiResponse, type ApiRequest } from '../../../../api/call.ts';

/** The endpoint of the conversation about an automation. */
export const copilotRoute = 'GET /panel/api/stores/:storeId/automations/:automationId/copilot';
const askRoute = 'POST /panel/api/stores/:storeId/automations/:automationId/copilot';

/** The conversation: its messages, the model, and the usage. */
export type Copilot = ApiResponse<typeof copilotRoute>;

/** One message of the conversation. */
export type CopilotMessage = Copilot['messages'][number];

/** The proposal of a message. */
export type Proposal = NonNullable<CopilotMessage['proposal']>;

/** The request with a question and its automation. */
export type CopilotAsk = ApiRequest<typeof askRoute>;

/** Sends a question and calls `onEvent` for each event. Throws `Refused` and `Unreachable`; `signal` aborts it. */
export async function askStream(
  ask: CopilotAsk,
  onEvent: (event: CopilotEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { body } = await send(askRoute, ask, signal);
  if (!body) throw new Unreachable();
  if (!(await readEvents(body, onEvent))) throw new Unreachable();
}

/** Reads server-sent events to the end of the stream. Returns whether the `done` event was received. */
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
