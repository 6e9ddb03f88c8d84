/** Why the copilot refuses a request, with HTTP status and texts. */
export const copilotCodes = {
  COPILOT_NO_MODEL: {
    status: 409,
    en: 'No model is set up for the copilot. It can still explain and review the automation.',
    'pt-BR': 'O copiloto está sem um modelo configurado. Explicar e revisar a automação continuam funcionando.',
  },
  COPILOT_UNREADABLE: {
    status: 422,
    en: 'The draft has no known trigger. Choose its trigger first.',
    'pt-BR': 'O rascunho não tem um gatilho conhecido. Escolha o gatilho primeiro.',
  },
  COPILOT_BUSY: {
    status: 409,
    en: 'The copilot is still answering you. Wait, or stop that answer.',
    'pt-BR': 'O copiloto ainda está respondendo. Espere ou pare a resposta.',
  },
  COPILOT_SPENT: {
    status: 429,
    en: 'The copilot has used up what this store may use in a day. It goes on tomorrow; explaining and reviewing work.',
    'pt-BR':
      'O copiloto usou todo o limite diário desta loja. Ele volta amanhã; explicar e revisar continuam funcionando.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;

/** The code of a refusal. */
export type CopilotCode = keyof typeof copilotCodes;

/** Why a proposal is rejected although it could be applied (EDT5). Sent to the model, which corrects the proposal. */
export const judgementCodes = {
  REMINDS_PAID: {
    en: 'Simulated, “{step}” also goes to people who have paid: {sequence}. Put it in a branch that checks payment_status just before.',
    'pt-BR':
      'Na simulação, “{step}” também vai para quem já pagou: {sequence}. Ponha em um caminho que confira payment_status logo antes.',
  },
  NEVER_RUNS: {
    en: 'Simulated, the step “{step}” is never reached. Put it where it runs.',
    'pt-BR': 'Na simulação, nunca se chega ao passo “{step}”. Ponha-o onde ele rode.',
  },
  TOUCHES_OTHERS: {
    en: 'The user chose one step ({id}); “{step}” is another one and must stay as it is.',
    'pt-BR': 'A pessoa escolheu um passo ({id}); “{step}” é outro e deve ficar como está.',
  },
  METATAG_NOT_PROPOSED: {
    en: '{metatag} is not filled in for this trigger and channel, is legacy, or is sensitive. Use one of list_metatags.',
    'pt-BR': '{metatag} não é preenchida neste gatilho e canal, é antiga ou é sensível. Use uma das de list_metatags.',
  },
  CHANGES_NOTHING: {
    en: 'The operations leave the automation as it is.',
    'pt-BR': 'As operações deixam a automação como está.',
  },
  UNREADABLE_PROPOSAL: {
    en: 'The proposal is not a complete JSON object. Call propose again with one.',
    'pt-BR': 'A proposta não é um objeto JSON completo. Chame propose de novo com um.',
  },
} as const satisfies Record<string, { en: string; 'pt-BR': string }>;

/** The code of a rejected proposal. */
export type JudgementCode = keyof typeof judgementCodes;

/** The copilot's messages when there is no model output to show (EDT5). */
export const ownerSentences = {
  refused: {
    'pt-BR': 'Não consegui montar uma mudança segura. Pode dizer de outro jeito?',
    en: 'I could not put together a safe change. Can you say it another way?',
  },
  failed: {
    'pt-BR': 'O modelo não respondeu. Nada mudou no rascunho. Tente de novo em um minuto.',
    en: 'The model did not answer. Nothing changed in the draft. Try again in a minute.',
  },
  stopped: { 'pt-BR': 'Resposta interrompida.', en: 'Answer stopped.' },
  unstorable: {
    'pt-BR': 'A resposta veio com caracteres que não podem ser guardados. Nada mudou no rascunho. Peça de novo.',
    en: 'The answer came with characters that cannot be stored. Nothing changed in the draft. Ask again.',
  },
  tooLarge: {
    'pt-BR': 'A mudança proposta é grande demais para guardar. Nada mudou no rascunho. Peça uma parte de cada vez.',
    en: 'The proposed change is too large to store. Nothing changed in the draft. Ask for one part at a time.',
  },
  lost: {
    'pt-BR': 'Algo deu errado aqui, e a resposta não foi guardada. Nada mudou no rascunho. Tente de novo.',
    en: 'Something went wrong here, and the answer was not stored. Nothing changed in the draft. Try again.',
  },
  tooLong: {
    'pt-BR': 'A resposta passou do limite de tamanho. Peça uma mudança menor.',
    en: 'The answer passed the limit of length. Ask for a smaller change.',
  },
} as const;
