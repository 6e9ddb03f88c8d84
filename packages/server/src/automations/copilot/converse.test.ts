import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Flow } from '@retoma/flow';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { converse, type CopilotAnswer } from './converse.ts';
import type { CopilotRequest, Progress } from './copilot-request.ts';
import { openCopilotModel, type ModelSettings } from './models.ts';
import { startModelServer, type ModelServer } from './testing/model-server.ts';
import { inputText, proposes, type Turn } from './testing/scripted.ts';

const samples = path.resolve(import.meta.dirname, '../../../../flow/samples');
const flow = JSON.parse(readFileSync(path.join(samples, 'pix-recovery/flow.json'), 'utf8')) as Flow;

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
});

const providers = ['anthropic', 'openai', 'openai-compatible'] as const;

const envelope = (more: object = {}): object => ({
  intent: 'create_step',
  summary: 'create_step first',
  userSummary: 'Esperar 10 minutos antes de tudo',
  confidence: 'high',
  locationLabel: 'No começo',
  expectedResult: 'As mensagens saem mais tarde',
  operations: [{ op: 'create_step', step: { type: 'delay', config: { value: 10, unit: 'minutes' } } }],
  affectedNodeIds: [],
  requiredSafetyChanges: [],
  optionalSuggestions: [],
  changesPreview: [],
  disambiguationOptions: [],
  ...more,
});
const invented = envelope({ operations: [{ op: 'remove_step', nodeId: 'step-42' }] });

type Conversed = CopilotAnswer & { reportedProgress: Progress[] };

async function ask(
  provider: ModelSettings['provider'],
  more: Partial<CopilotRequest> = {},
  signal = new AbortController().signal,
): Promise<Conversed> {
  const config = { provider, model: 'modelo-de-teste', apiKey: 'chave', baseUrl: server.url, price: undefined };
  const model = await openCopilotModel(config).open();
  const reportedProgress: Progress[] = [];
  const copilotRequest: CopilotRequest = {
    flow,
    isFinished: true,
    text: 'Espere antes',
    history: [],
    locale: 'pt-BR',
    ...more,
  };
  return {
    ...(await converse(model, copilotRequest, (progress) => reportedProgress.push(progress), signal)),
    reportedProgress,
  };
}

describe.each(providers)('[EDT5][EDT6] %s, by its own library and protocol', (provider) => {
  test('uses tools, proposes, and shows a validated proposal', async () => {
    const [first] = flow.steps;
    server.answer(
      {
        calls: [
          { tool: 'read_flow', input: {} },
          { tool: 'read_steps', input: { nodeIds: [first!.id] } },
        ],
      },
      { text: 'Vou propor.', ...proposes(envelope()) },
    );
    const answer = await ask(provider);
    expect(answer).toMatchObject({ kind: 'proposal', text: 'Esperar 10 minutos antes de tudo' });
    expect(answer.proposal?.differences).toMatchObject([{ kind: 'added' }]);
    expect(answer.tokens).toEqual({ inputTokens: 240, outputTokens: 80 });
    expect(answer.reportedProgress.map((one) => (one.type === 'stage' ? one.stage : one.type))).toEqual(
      expect.arrayContaining(['thinking', 'reading', 'text', 'checking']),
    );
    expect(JSON.stringify(server.requests[1]!.body)).toContain(first!.id);
    expect(server.requests).toHaveLength(2);
  });

  test('an invalid proposal is returned with the exact errors, and corrected', async () => {
    server.answer(proposes(invented), proposes(envelope()));
    const answer = await ask(provider);
    expect(answer.kind).toBe('proposal');
    expect(JSON.stringify(server.requests[1]!.body)).toContain('INVENTED_ID');
    expect(answer.reportedProgress).toContainEqual({ type: 'stage', stage: 'mending' });
  });

  test('at most twice, then it is refused with a readable text', async () => {
    server.answer(proposes(invented));
    const answer = await ask(provider);
    expect(answer).toMatchObject({
      kind: 'refused',
      text: 'Não consegui montar uma mudança segura. Pode dizer de outro jeito?',
    });
    expect(answer.proposal).toBeUndefined();
    expect(server.requests).toHaveLength(3);
  });

  test('truncated JSON is a failed attempt', async () => {
    const broken: Turn = { calls: [{ tool: 'propose', input: inputText(envelope()).slice(0, 150) }], stop: 'length' };
    server.answer(broken, proposes(envelope()));
    expect((await ask(provider)).kind).toBe('proposal');
    server.answer(broken);
    expect((await ask(provider)).kind).toBe('refused');
  });

  test('a text response is streamed', async () => {
    server.answer({ text: 'O primeiro passo espera. Depois vem uma mensagem.' });
    const answer = await ask(provider);
    expect(answer).toMatchObject({ kind: 'answer', text: 'O primeiro passo espera. Depois vem uma mensagem.' });
    const deltas = answer.reportedProgress.flatMap((one) => (one.type === 'text' ? [one.delta] : []));
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe(answer.text);
  });

  test('a proposal written as text is validated as one, and never shown as text', async () => {
    server.answer({ text: `\`\`\`json\n${inputText(invented)}\n\`\`\`` }, { text: inputText(envelope()) });
    const answer = await ask(provider);
    expect(answer.kind).toBe('proposal');
    expect(answer.reportedProgress.filter(({ type }) => type === 'text')).toEqual([]);
    server.answer({ text: inputText(invented) });
    expect(await ask(provider)).toMatchObject({ kind: 'refused' });
  });

  test('a failing provider is reported with a readable text', async () => {
    server.answer(400);
    expect(await ask(provider)).toMatchObject({ kind: 'failed', text: expect.stringContaining('não respondeu') });
  });

  test('stopping the response stops the model', async () => {
    server.answer('hang');
    const before = server.hungUp();
    const stop = new AbortController();
    const config = { provider, model: 'm', apiKey: 'chave', baseUrl: server.url, price: undefined };
    const model = await openCopilotModel(config).open();
    const copilotRequest: CopilotRequest = { flow, isFinished: true, text: 'Oi', history: [], locale: 'pt-BR' };
    const answer = await converse(model, copilotRequest, ({ type }) => type === 'text' && stop.abort(), stop.signal);
    expect(answer.kind).toBe('stopped');
    expect(answer.tokens.inputTokens).toBeGreaterThan(0);
    await expect.poll(server.hungUp).toBe(before + 1);
  });
});

test('[EDT5] the program computes explain_flow and review_flow, whatever the model returns', async () => {
  for (const intent of ['explain_flow', 'review_flow']) {
    server.answer(proposes(envelope({ intent, userSummary: 'O fluxo tem 99 passos', operations: [] })));
    const answer = await ask('anthropic');
    expect(answer.kind).toBe('answer');
    expect(answer.text).not.toContain('99');
    expect(answer.proposal).toBeUndefined();
  }
});

test('[COP2] a selected step limits the change to that step', async () => {
  const [first, second] = flow.steps;
  server.answer(proposes(envelope({ operations: [{ op: 'remove_step', nodeId: second!.id }], intent: 'remove_step' })));
  expect((await ask('openai', { chosen: first!.id })).kind).toBe('refused');
  expect(JSON.stringify(server.requests[1]!.body)).toContain('TOUCHES_OTHERS');
});
