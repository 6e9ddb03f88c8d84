import { limits } from '../../members/limits.ts';
import { integer, required, steps } from '../../members/member.ts';
import { stepTable } from '../members.ts';

/** The members of a retry (specification DEF6). Default values: limits.ts. */
export const retry = stepTable(
  'retry',
  { title: 'Tentar de novo', description: 'Repete os passos até darem certo.' },
  {
    maxAttempts: integer(limits.maxAttempts, { title: 'Tentativas', default: limits.maxAttempts.default }),
    /** Minutes. */
    delayBetweenAttempts: integer(limits.delayBetweenAttempts, {
      title: 'Minutos entre tentativas',
      default: limits.delayBetweenAttempts.default,
    }),
    steps: required(steps('O que se repete.')),
  },
);
