import {
  describeStep,
  stepAt,
  validateFlow,
  type Flow,
  type Locale,
  type PathAnalysis,
  type Validation,
} from '@retoma/flow';
import { pathsOf } from './flow-paths.ts';

const labels = {
  'pt-BR': {
    fine: 'Não encontrei nada a corrigir: os textos usam metatags que existem, todo passo é alcançado e nenhum lembrete chega a quem já pagou.',
    unfinished: 'Enquanto houver erros nos passos, os caminhos não são simulados. Corrija e peça a revisão outra vez.',
    found: (count: number) => (count === 1 ? 'Encontrei 1 ponto:' : `Encontrei ${count} pontos:`),
    unreachable: (step: string) => `Nunca se chega a ${step}.`,
    neverReached: (step: string, branch: string) => `Em ${step}, a saída “${branch}” nunca é seguida.`,
    truncated: 'Há caminhos demais para ver todos; o que está acima vale para os que foram simulados.',
  },
  en: {
    fine: 'I found nothing to correct: texts use metatags that exist, every step is reached, and no reminder comes to people who have paid.',
    unfinished: 'While steps have errors, paths are not simulated. Correct them and ask for the review again.',
    found: (count: number) => (count === 1 ? 'I found 1 point:' : `I found ${count} points:`),
    unreachable: (step: string) => `${step} is never reached.`,
    neverReached: (step: string, branch: string) => `In ${step}, the way out “${branch}” is never taken.`,
    truncated: 'There are too many paths to see all of them; the above holds for those that were simulated.',
  },
} as const;

/** review_flow without a model (EDT5): the validator's issues, and steps or branches that no simulated path reaches. */
export function reviewFlow(flow: Flow, isFinished: boolean, locale: Locale): string {
  const t = labels[locale];
  const validation = validateFlow({ ...flow, active: true }, { mode: 'block', locale, audience: 'owner' });
  const analysis = isFinished ? pathsOf(flow) : undefined;
  const points = [
    ...new Set([...pointsOfText(flow, validation, locale), ...(analysis ? pointsOfPaths(flow, analysis, locale) : [])]),
  ];
  const notes = [...(isFinished ? [] : [t.unfinished]), ...(analysis?.truncated ? [t.truncated] : [])];
  if (points.length === 0) return [...(isFinished ? [t.fine] : []), ...notes].join('\n');
  return [t.found(points.length), ...points.map((point) => `• ${point}`), ...notes].join('\n');
}

/** `[[id]]` of the step at a path, or its description if it has no id; empty: the path is not in a step. */
function nameAt(flow: Flow, path: string, locale: Locale): string {
  const steps = /^(?:.*\.)?(?:steps|on[A-Z]\w+|if_true|if_false)\[\d+\]/.exec(path)?.[0];
  const step = steps === undefined ? undefined : stepAt(flow, steps);
  return step === undefined ? '' : step.id === undefined ? describeStep(step, locale) : `[[${step.id}]]`;
}

function pointsOfText(flow: Flow, { structure, _validation: templates }: Validation, locale: Locale): string[] {
  const issueAt = (path: string, message: string): string =>
    [nameAt(flow, path, locale), message].filter(Boolean).join(': ');
  return [
    ...structure.map(({ path, message }) => issueAt(path, message)),
    ...(templates?.steps ?? []).flatMap(({ path, errors, warnings }) =>
      [...errors, ...warnings].map(({ message }) => issueAt(path, message)),
    ),
  ];
}

function pointsOfPaths(flow: Flow, analysis: PathAnalysis, locale: Locale): string[] {
  const t = labels[locale];
  return [
    ...analysis.unreachable.map((path) => t.unreachable(nameAt(flow, path, locale))),
    ...analysis.neverReached.map(({ path, branch }) =>
      t.neverReached(nameAt(flow, path, locale), labelOf(flow, path, branch)),
    ),
  ];
}

function labelOf(flow: Flow, path: string, branch: string): string {
  const step = stepAt(flow, path);
  const branches = step?.type === 'condition' ? step.branches : undefined;
  return branches?.find(({ id }) => id === branch)?.label ?? branch;
}
