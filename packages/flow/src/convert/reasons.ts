import type { Localized } from '@retoma/commerce/locale';

/** Reasons why a flat flow has no equivalent nested flow (EDT3). `{step}` and `{blockers}` are replaced by ids or paths. */
export const refusalReasons = {
  STEPS_IN_BETWEEN: {
    'pt-BR':
      'O passo {step} não pode ir para dentro do seu caminho: entre a condição e ele rodam {blockers}, e a ordem mudaria.',
    en: 'The step {step} cannot move into its branch: {blockers} run between the condition and it, so the order would change.',
  },
  NEVER_RUNS: {
    'pt-BR': 'O passo {step} nunca roda: nenhuma condição antes dele tem o caminho do seu parentId.',
    en: 'The step {step} never runs: no condition before it has the branch of its parentId.',
  },
  BRANCH_ID_REUSED: {
    'pt-BR': 'O caminho {step} tem o id de um caminho anterior, que é o que vale para os passos com esse parentId.',
    en: 'The branch {step} has the id of an earlier branch, which applies to steps with that parentId.',
  },
  BRANCH_HAS_STEPS: {
    'pt-BR': 'O caminho {step} já tem passos dentro dele e também passos por parentId.',
    en: 'The branch {step} already has nested steps, and also steps by parentId.',
  },
  TOO_DEEP: {
    'pt-BR': 'Dentro do caminho, o passo {step} passaria do limite de listas dentro de listas.',
    en: 'Inside its branch, the step {step} would exceed the nesting limit.',
  },
} as const satisfies Record<string, Localized>;

/** A reason why a flow cannot be converted. */
export type RefusalReason = keyof typeof refusalReasons;

/** One obstacle to a conversion: the step or branch at `path`; for STEPS_IN_BETWEEN also the steps in between. */
export type Refusal = { reason: RefusalReason; path: string; id: string | null; blockers: string[]; message: string };
