import { inputText, piecesOf, turnTokens, type Turn } from './scripted.ts';

/** The events of a turn in OpenAI's Responses protocol. */
export function responsesEvents({ text, calls = [], stop }: Turn, model: string): string[] {
  const events: string[] = [];
  const say = (data: { type: string; [member: string]: unknown }): void =>
    void events.push(`data: ${JSON.stringify(data)}\n\n`);
  const response = { id: 'resp_1', created_at: 1_760_000_000, model, service_tier: null };
  say({ type: 'response.created', response });
  let index = 0;
  if (text !== undefined) {
    const item = { type: 'message', id: 'msg_1' };
    say({ type: 'response.output_item.added', output_index: index, item });
    for (const delta of piecesOf(text)) say({ type: 'response.output_text.delta', item_id: 'msg_1', delta });
    say({ type: 'response.output_item.done', output_index: index, item });
    index += 1;
  }
  for (const { tool, input } of calls) {
    const item = { type: 'function_call', id: `fc_${index}`, call_id: `call_${index}`, name: tool, arguments: '' };
    say({ type: 'response.output_item.added', output_index: index, item });
    for (const delta of piecesOf(inputText(input))) {
      say({
        type: 'response.function_call_arguments.delta',
        item_id: item.id,
        output_index: index,
        delta,
      });
    }
    const finished = { ...item, arguments: inputText(input), status: 'completed' };
    say({ type: 'response.output_item.done', output_index: index, item: finished });
    index += 1;
  }
  const usage = { input_tokens: turnTokens.input, output_tokens: turnTokens.output };
  const end =
    stop === 'length'
      ? { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' }, usage } }
      : { type: 'response.completed', response: { incomplete_details: null, usage } };
  say(end);
  return events;
}

/** The events of a turn in the chat completions protocol, which most other models use. */
export function completionsEvents({ text, calls = [], stop }: Turn, model: string): string[] {
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'chat_1', object: 'chat.completion.chunk', created: 1_760_000_000, model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const usage = {
    prompt_tokens: turnTokens.input,
    completion_tokens: turnTokens.output,
    total_tokens: turnTokens.input + turnTokens.output,
  };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(text === undefined ? [] : piecesOf(text).map((content) => chunk({ content }))),
    ...calls.flatMap(({ tool, input }, index) => [
      chunk({
        tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name: tool, arguments: '' } }],
      }),
      ...piecesOf(inputText(input)).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]),
    chunk({}, stop === 'length' ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'),
    `data: ${JSON.stringify({ id: 'chat_1', object: 'chat.completion.chunk', created: 1_760_000_000, model, choices: [], usage })}\n\n`,
    'data: [DONE]\n\n',
  ];
}
