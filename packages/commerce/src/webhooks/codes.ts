/** WHK7, WHK9: why a webhook is not changed, tested or sent again, with the HTTP status and the texts. */
export const webhookCodes = {
  WEBHOOK_NOT_FOUND: {
    status: 404,
    en: 'This store has no webhook with this ID.',
    'pt-BR': 'Esta loja não tem um webhook com esse código.',
  },
  MESSAGE_NOT_FOUND: {
    status: 404,
    en: 'This webhook has no message with this ID. Messages are kept for 30 days.',
    'pt-BR': 'Este webhook não tem um envio com esse código. Os envios ficam guardados por 30 dias.',
  },
  WRONG_WEBHOOK_URL: {
    status: 422,
    en: 'The URL must be https and public, on port 443 or above 1023, without a user, a password or a fragment.',
    'pt-BR':
      'O endereço precisa começar com https:// e ser público, na porta 443 ou acima de 1023, sem usuário nem senha.',
  },
  TOO_MANY_WEBHOOKS: {
    status: 409,
    en: 'The store already has 10 webhooks. Delete one first.',
    'pt-BR': 'A loja já tem 10 webhooks. Exclua um antes.',
  },
  WEBHOOK_DISABLED: {
    status: 409,
    en: 'The webhook is disabled. Enable it first.',
    'pt-BR': 'O webhook está desligado. Ligue-o antes.',
  },
  MESSAGE_PENDING: {
    status: 409,
    en: 'The message is still waiting to be delivered.',
    'pt-BR': 'Este envio ainda está na fila.',
  },
  MESSAGE_ERASED: {
    status: 409,
    en: 'The content of the message was erased with the data of its shopper.',
    'pt-BR': 'O conteúdo deste envio foi apagado com os dados do comprador.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;
