import { limits } from '@retoma/flow';
import { publicCodes } from '../../http/public-codes.ts';

/** Every error code of the automations' API, with its status and its texts. */
export const automationCodes = {
  INVALID_TRIGGER: publicCodes.INVALID_TRIGGER,
  AUTOMATION_INVALID: {
    status: 400,
    en: 'The definition has structural errors. See error.details.issues for each, with line and column.',
    'pt-BR': 'A definição tem erros de estrutura. Veja cada um em error.details.issues, com linha e coluna.',
  },
  AUTOMATION_UNREADABLE: {
    status: 400,
    en: `The definition must be a JSON object, at most ${limits.nesting} levels deep.`,
    'pt-BR': `A definição precisa ser um objeto JSON, com no máximo ${limits.nesting} níveis.`,
  },
  TEMPLATE_NOT_FOUND: {
    status: 404,
    en: 'The template does not exist.',
    'pt-BR': 'Este modelo não existe.',
  },
  AUTOMATION_TEMPLATE_VALIDATION_FAILED: {
    status: 422,
    en: 'The messages use metatags that cannot be filled in. Correct them, or save the automation as inactive.',
    'pt-BR': 'As mensagens usam dados que ficariam vazios. Corrija ou salve a automação como inativa.',
  },
  AUTOMATION_NOT_FOUND: {
    status: 404,
    en: 'This store has no automation with this ID.',
    'pt-BR': 'Esta loja não tem uma automação com esse código.',
  },
  AUTOMATION_CHANGED: {
    status: 409,
    en: 'The draft has changed in the meantime. Reload it before you save.',
    'pt-BR': 'O rascunho mudou nesse meio-tempo. Carregue de novo antes de salvar.',
  },
  AUTOMATION_NOT_PUBLISHED: {
    status: 409,
    en: 'Publish the automation before you activate it.',
    'pt-BR': 'Publique a automação antes de ativá-la.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;

/** An error code of the automations' API. */
export type AutomationCode = keyof typeof automationCodes;
