// The bench of docs/copilot-bench: requests of people, responses of a model, valid and invalid, and the parts that a person sees.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  analysePaths,
  applyOperations,
  readFlow,
  textMembersOf,
  validateFlow,
  walkFlow,
  type Flow,
} from '@retoma/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { converse, type CopilotAnswer } from './converse.ts';
import { openCopilotModel, type ModelSettings } from './models.ts';
import { startModelServer, type ModelServer } from './testing/model-server.ts';
import { inputText, proposes, type Turn } from './testing/scripted.ts';

const bench = path.resolve(import.meta.dirname, '../../../../../docs/copilot-bench');
const templates = path.resolve(import.meta.dirname, '../../../../flow/templates');

/** A response of the model: members of an envelope, cut off after `cut` characters if set; or text. */
type Scripted = { propose?: object; cut?: number; say?: string };
type Request = {
  request: string;
  chosen?: string;
  answers: Scripted[];
  expect: CopilotAnswer['kind'];
  /** The issues of all responses but the last; of all responses if the request is refused. */
  flaws?: string[];
  /** `changed wait-1`, or just `added`: new steps have ids that are not known in advance. */
  changed?: string[];
  excludes?: string;
  /** The flow without its settings, so that nothing stops it by itself. */
  withoutFlow?: boolean;
};

const files = readdirSync(bench).filter((name) => name.endsWith('.json'));
const requests = files.flatMap((name) => {
  const { flow, requests } = JSON.parse(readFileSync(path.join(bench, name), 'utf8')) as {
    flow: string;
    requests: Request[];
  };
  return requests.map((request) => ({ name: `${flow}: ${request.request}`, flow, ...request }));
});
const flowNamed = (name: string): Flow =>
  JSON.parse(readFileSync(path.join(templates, name, 'flow.json'), 'utf8')) as Flow;

const usual = {
  intent: 'create_step',
  summary: 'change',
  userSummary: 'Mudança pedida',
  confidence: 'high',
  locationLabel: 'No fluxo',
  expectedResult: 'O que foi pedido',
  operations: [],
  affectedNodeIds: [],
  requiredSafetyChanges: [],
  optionalSuggestions: [],
  changesPreview: [],
  disambiguationOptions: [],
};

function turnOf({ propose, cut, say }: Scripted): Turn {
  if (say !== undefined) return { text: say };
  const envelope = { ...usual, ...propose };
  if (cut === undefined) return proposes(envelope);
  return { calls: [{ tool: 'propose', input: inputText(envelope).slice(0, cut) }], stop: 'length' };
}

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.stop());

test('[EDT5] the bench has at least 60 requests over 12 flows, and more than a third of them get an invalid response first', () => {
  expect(requests.length).toBeGreaterThanOrEqual(60);
  expect(files.length).toBeGreaterThanOrEqual(12);
  expect(requests.filter(({ flaws = [] }) => flaws.length > 0).length).toBeGreaterThan(requests.length / 3);
});

/** Checks the shown proposal again, without the copilot's code: whether applying it could harm a person. */
function harmOf(before: Flow, { proposal }: CopilotAnswer): string[] {
  if (!proposal) return [];
  let count = 0;
  const applied = applyOperations(before, proposal.operations, () => `again-${++count}`);
  if (!applied.ok) return [applied.code];
  const after = applied.flow;
  const tags = validateFlow({ ...after, active: true })._validation?.totalErrors ?? 0;
  const dead = [...walkFlow(after)].some(({ step }) => step.type === 'action' && /webhook|coupon/.test(step.name));
  const texts = [...walkFlow(after)].flatMap(({ step }) => (step.type === 'action' ? textMembersOf(step) : []));
  const paid = analysePaths(after).afterPaid.length > analysePaths(before).afterPaid.length;
  return [
    ...(readFlow(after).ok ? [] : ['invalid structure']),
    ...(tags > 0 ? ['metatags that are not filled in'] : []),
    ...(dead ? ['a step that never runs'] : []),
    ...(paid ? ['reminds who has paid'] : []),
    ...(texts.some(({ text }) => /apelido|motivo_secreto/.test(text)) ? ['an invented metatag'] : []),
  ];
}

// COPILOT_BENCH=all sends every request to each provider; otherwise they alternate.
const all: readonly ModelSettings['provider'][] = ['anthropic', 'openai', 'openai-compatible'];
const isComplete = process.env['COPILOT_BENCH'] === 'all';

describe.each(all)('[EDT5] %s', (provider) => {
  test.each(requests.filter((_request, index) => isComplete || all[index % all.length] === provider))(
    '$name',
    async ({ flow: name, request, chosen, answers, expect: kind, changed, excludes, withoutFlow }) => {
      const { settings: _settings, ...rest } = flowNamed(name);
      const flow: Flow = withoutFlow ? rest : flowNamed(name);
      const before = JSON.stringify(flow);
      server.answer(...answers.map(turnOf));
      server.requests.length = 0;
      const settings = { provider, model: 'm', apiKey: 'k', baseUrl: server.url, price: undefined };
      const model = await openCopilotModel(settings).open();
      const sender = { name: 'Loja Aurora', address: 'contato@loja.example' };
      const copilotRequest = {
        flow,
        sender,
        isFinished: true,
        text: request,
        chosen,
        history: [],
        locale: 'pt-BR' as const,
      };
      const reportedProgress: string[] = [];
      const answer = await converse(
        model,
        copilotRequest,
        (progress) => progress.type === 'text' && reportedProgress.push(progress.delta),
        new AbortController().signal,
      );
      expect([answer.kind, server.requests.length]).toEqual([kind, kind === 'refused' ? 3 : answers.length]);
      expect(harmOf(flow, answer)).toEqual([]);
      expect(JSON.stringify(flow)).toBe(before);
      const differences = answer.proposal?.differences.map(({ kind, id }) => [kind, id] as const) ?? [];
      const known = new Set([...walkFlow(flow)].map(({ step }) => step.id));
      if (changed) {
        const has = differences.map(([kind, id]) => (known.has(id) ? `${kind} ${id}` : kind));
        expect(has.map((one) => (one.startsWith('moved') ? 'moved' : one)).sort()).toEqual([...changed].sort());
      }
      for (const { nodeId } of answer.proposal?.envelope.disambiguationOptions ?? []) expect(known).toContain(nodeId);
      if (excludes) expect(answer.text + reportedProgress.join('')).not.toContain(excludes);
    },
  );
});
