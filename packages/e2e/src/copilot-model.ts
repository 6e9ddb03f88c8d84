import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a local model server: the streaming chat-completions protocol, with responses selected by words in the request. */
export async function startCopilotModel(): Promise<{ url: string; stop: () => void }> {
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { messages } = JSON.parse(body || '{"messages":[]}') as { messages: { role: string; content: unknown }[] };
      const last = messages.findLast(({ role }) => role === 'user');
      const requestText = /<request>([\s\S]*)<\/request>/.exec(String(last?.content))?.[1] ?? '';
      const hasRead = messages.at(-1)?.role === 'tool';
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (/devagar/i.test(requestText)) return response.write(chunk({ content: 'Vou pensar com calma' }));
      for (const line of hasRead ? answerTo(requestText) : reads) response.write(line);
      return response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const usage = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: 900, completion_tokens: 150, total_tokens: 1050 } })}\n\n`;

function calls(name: string, input: object): string[] {
  const text = JSON.stringify(input);
  const toolCall = { index: 0, id: `call_${name}`, type: 'function', function: { name, arguments: '' } };
  return [
    chunk({ tool_calls: [toolCall] }),
    ...(text.match(/[\s\S]{1,80}/g) ?? []).map((part) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: part } }] }),
    ),
    chunk({}, 'tool_calls'),
    usage,
  ];
}

const reads = calls('read_flow', {});

/** The ids in the responses are those of the sample that the tests open. */
function answerTo(requestText: string): string[] {
  if (/\(Primeiro lembrete\)/.test(requestText)) return calls('propose', shorter);
  if (/encurte o lembrete/i.test(requestText)) return calls('propose', unsure);
  if (/sms/i.test(requestText)) return calls('propose', changes);
  if (/webhook/i.test(requestText))
    return calls('propose', { ...changes, operations: [{ op: 'remove_step', nodeId: 'step-9' }] });
  return [chunk({ content: 'O [[wait-1]] vem antes ' }), chunk({ content: 'de tudo.' }), chunk({}, 'stop'), usage];
}

const envelope = {
  summary: 'create_step, update_step, remove_step',
  confidence: 'high',
  locationLabel: 'Ramo Pendente',
  expectedResult: 'Menos mensagens, e só para quem não pagou',
  affectedNodeIds: [],
  requiredSafetyChanges: [],
  optionalSuggestions: [],
  changesPreview: [],
  disambiguationOptions: [],
};

const changes = {
  ...envelope,
  intent: 'update_message',
  userSummary: 'Esperar mais, encurtar o SMS e tirar o e-mail',
  operations: [
    { op: 'update_step', nodeId: 'sms-1', changes: { 'data.message': 'Seu PIX vence hoje: {{order.url_pix_gerado}}' } },
    { op: 'insert_after', afterNodeId: 'wait-1', step: { type: 'delay', config: { value: 2, unit: 'hours' } } },
    { op: 'remove_step', nodeId: 'mail-1' },
  ],
  affectedNodeIds: ['sms-1', 'mail-1'],
  requiredSafetyChanges: ['todo lembrete continua conferindo o pagamento antes de sair.'],
  optionalSuggestions: ['Mandar também por WhatsApp'],
};

const unsure = {
  ...envelope,
  intent: 'clarify',
  confidence: 'low',
  userSummary: 'Há dois lembretes parecidos. Qual devo mudar?',
  operations: [],
  disambiguationOptions: [
    { humanLabel: 'Primeiro lembrete', nodeId: 'whats-1', description: 'O WhatsApp, logo depois da espera' },
    { humanLabel: 'Último aviso', nodeId: 'sms-1', description: 'O SMS do fim' },
  ],
};

const shorter = {
  ...envelope,
  intent: 'update_message',
  confidence: 'medium',
  userSummary: 'Encurtar o primeiro lembrete',
  operations: [
    { op: 'update_step', nodeId: 'whats-1', changes: { 'data.message': 'Falta só o PIX: {{order.pix_code}}' } },
  ],
  affectedNodeIds: ['whats-1'],
};
