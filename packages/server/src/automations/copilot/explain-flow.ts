import {
  alwaysMatches,
  branchNameOf,
  dependsOnClock,
  describeMinutes,
  describeRules,
  nestedLists,
  triggerNames,
  type Flow,
  type Locale,
  type NestedList,
  type Steps,
} from '@retoma/flow';
import { pathsOf } from './flow-paths.ts';

const labels = {
  'pt-BR': {
    begins: (trigger: string) => `Começa com o evento “${trigger}”. Depois, nesta ordem:`,
    branch: (name: string, rules: string) => (rules === '' ? `se ${name}:` : `se ${name} (${rules}):`),
    none: 'nada',
    sum: (paths: string, messages: number, longest: string) =>
      `A simulação passou por ${paths} situações diferentes: uma pessoa recebe no máximo ${messages} ${messages === 1 ? 'mensagem' : 'mensagens'}, e o caminho mais longo leva ${longest}.`,
    fromMonday: 'para quem entra numa segunda-feira de manhã (esperas por hora e horário de silêncio contam)',
    many: (count: number) => `mais de ${count}`,
  },
  en: {
    begins: (trigger: string) => `It begins with the event “${trigger}”. Then, in this order:`,
    branch: (name: string, rules: string) => (rules === '' ? `if ${name}:` : `if ${name} (${rules}):`),
    none: 'nothing',
    sum: (paths: string, messages: number, longest: string) =>
      `The simulation went through ${paths} different situations: one person receives at most ${messages} ${messages === 1 ? 'message' : 'messages'}, and the longest path takes ${longest}.`,
    fromMonday: 'for who enters on a Monday morning (waits until a time and quiet hours count)',
    many: (count: number) => `more than ${count}`,
  },
} as const;

/** The texts of outputs, by their member. */
const outputs: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'pt-BR': {
    onNext: 'em seguida:',
    onResponse: 'se responder:',
    onNoReply: 'se não responder:',
    onOpen: 'se abrir:',
    onClickLink: 'se clicar no link:',
    if_true: 'se sim:',
    if_false: 'se não:',
    steps: 'a cada vez:',
  },
  en: {
    onNext: 'next:',
    onResponse: 'on reply:',
    onNoReply: 'on no reply:',
    onOpen: 'on open:',
    onClickLink: 'on click:',
    if_true: 'if so:',
    if_false: 'if not:',
    steps: 'each time:',
  },
};

/** The copilot's `explain_flow` (EDT5), which needs no model. The panel shows `[[id]]` as the step's name, linked to the step. */
export function explainFlow(flow: Flow, isFinished: boolean, locale: Locale): string {
  const t = labels[locale];
  const lines = [t.begins(triggerNames[flow.trigger_event][locale]), ...linesOf(flow.steps, 0, locale)];
  if (isFinished) {
    const { paths, truncated, maxMessages, longest } = pathsOf(flow);
    const count = truncated ? t.many(paths.length) : String(paths.length);
    const time = describeMinutes(longest.minutes, locale);
    lines.push('', t.sum(count, maxMessages.messages, dependsOnClock(flow) ? `${time}, ${t.fromMonday}` : time));
  }
  return lines.join('\n');
}

function linesOf(steps: Steps, depth: number, locale: Locale): string[] {
  const indent = '   '.repeat(depth);
  if (steps.length === 0) return [`${indent}${labels[locale].none}`];
  return steps.flatMap((step, index) => [
    `${indent}${index + 1}. [[${step.id ?? ''}]]`,
    ...nestedLists(step).flatMap((list) => [
      `${indent}   ${listLabel(list, locale)}`,
      ...linesOf(list.steps, depth + 2, locale),
    ]),
  ]);
}

function listLabel({ member, branch }: NestedList, locale: Locale): string {
  if (!branch) return outputs[locale][member] ?? `${member}:`;
  const { label, operator, conditions } = branch;
  const name = label?.trim() || branchNameOf({ conditions, operator }, locale) || branch.id;
  const rules = alwaysMatches(branch) ? '' : describeRules(conditions, operator, locale);
  return labels[locale].branch(name, rules.toLowerCase() === name.toLowerCase() ? '' : rules);
}
