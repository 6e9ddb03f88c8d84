/** Refusals of requests about runs, each with its HTTP status and texts. */
export const runCodes = {
  RUN_NOT_FOUND: {
    status: 404,
    en: 'None of these runs is there any more.',
    'pt-BR': 'Nenhuma destas jornadas existe mais.',
  },
  TOO_MANY_RUNS: {
    status: 422,
    en: 'These are more than 10,000 runs. Narrow the search down first.',
    'pt-BR': 'São mais de 10.000 jornadas. Use os filtros para escolher menos.',
  },
  NOTHING_TO_RETRY: {
    status: 409,
    en: 'No message of these runs has failed, so there is nothing to try again.',
    'pt-BR': 'Nenhuma mensagem destas jornadas falhou: não há o que tentar de novo.',
  },
  TOO_MANY_VIEWS: {
    status: 409,
    en: 'You keep 30 views already. Take one away first.',
    'pt-BR': 'Você já tem 30 visões salvas. Apague uma antes.',
  },
  NOBODY_NAMED: {
    status: 422,
    en: 'Write an e-mail address or a phone number with its area code.',
    'pt-BR': 'Escreva um e-mail ou um telefone com DDD.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;
