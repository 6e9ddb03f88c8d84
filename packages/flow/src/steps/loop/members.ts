import { ruleTable, type Rule } from '../../conditions/members.ts';
import { limits } from '../../members/limits.ts';
import { boolean, integer, object, required, steps } from '../../members/member.ts';
import { stepTable } from '../members.ts';

/** The members of a loop (specification DEF7). Default values: limits.ts. */
export const loop = stepTable(
  'loop',
  { title: 'Repetir', description: 'Repete os passos enquanto a condição vale.' },
  {
    maxIterations: integer(limits.maxIterations, { title: 'Vezes, no máximo', default: limits.maxIterations.default }),
    stopOnError: boolean({ title: 'Parar se um envio falhar', default: false }),
    condition: object<Rule>(ruleTable),
    steps: required(steps('O que se repete.')),
  },
);
