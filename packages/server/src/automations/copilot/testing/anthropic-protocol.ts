import { inputText, piecesOf, turnTokens, type Turn } from './scripted.ts';

/** The events of a turn in Anthropic's Messages protocol: one `event:` and `data:` for each part. */
export function anthropicEvents({ text, calls = [], stop }: Turn, model: string): string[] {
  const blocks = [
    ...(text === undefined ? [] : [{ start: { type: 'text', text: '' }, deltas: piecesOf(text).map(textDelta) }]),
    ...calls.map(({ tool, input }, index) => ({
      start: { type: 'tool_use', id: `toolu_${index + 1}_${tool}`, name: tool, input: {} },
      deltas: piecesOf(inputText(input)).map((part) => ({ type: 'input_json_delta', partial_json: part })),
    })),
  ];
  const reason = stop === 'length' ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: turnTokens.input, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage };
  return [
    event({ type: 'message_start', message: { ...message, stop_sequence: null } }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
      event({ type: 'content_block_stop', index }),
    ]),
    event({
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: turnTokens.output },
    }),
    event({ type: 'message_stop' }),
  ];
}

const textDelta = (text: string): object => ({ type: 'text_delta', text });
const event = (data: { type: string; [member: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
