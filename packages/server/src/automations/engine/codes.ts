/** Refusals of requests about runs, each with its HTTP status and texts. */
export const runCodes = {
  RUN_NOT_FOUND: {
    status: 404,
    en: 'None of these runs exists any more.',
    'pt-BR': 'Nenhuma destas jornadas existe mais.',
  },
  TOO_MANY_RUNS: {
    status: 422,
    en: 'More than 10,000 runs match. Narrow the search.',
    'pt-BR': 'São mais de 10.000 jornadas. Use os filtros para escolher menos.',
  },
  NOTHING_TO_RETRY: {
    status: 409,
    en: 'No message of these runs has failed, so there is nothing to retry.',
    'pt-BR': 'Nenhuma mensagem destas jornadas falhou: não há o que tentar de novo.',
  },
  MESSAGE_NOT_FOUND: {
    status: 404,
    en: 'This message does not exist any more.',
    'pt-BR': 'Esta mensagem não existe mais.',
  },
  CANNOT_RESEND: {
    status: 409,
    en: 'This message cannot be sent again now. Open it to see why.',
    'pt-BR': 'Esta mensagem não pode ser reenviada agora. Abra-a para ver o motivo.',
  },
  TOO_MANY_VIEWS: {
    status: 409,
    en: 'You already have 30 views. Remove one first.',
    'pt-BR': 'Você já tem 30 visões salvas. Apague uma antes.',
  },
  CONTACT_REQUIRED: {
    status: 422,
    en: 'Enter an e-mail address, or a phone number with area code.',
    'pt-BR': 'Escreva um e-mail ou um telefone com DDD.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;
