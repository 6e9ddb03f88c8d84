/** Why a shop at a platform is not connected (CON11), with the HTTP status and the texts. */
export const connectCodes = {
  WRONG_ADDRESS: {
    status: 422,
    en: 'This is not the address of a shop. Copy it from the browser, with the shop open.',
    'pt-BR': 'Este não é o endereço de uma loja. Copie do navegador, com a loja aberta.',
  },
  WRONG_KEYS: {
    status: 422,
    en: 'The shop does not accept these keys. Create new ones there, and paste them whole.',
    'pt-BR': 'A loja não aceita estas chaves. Crie outras por lá e cole inteiras.',
  },
  REFUSED_BY_OWNER: {
    status: 409,
    en: 'The access was not approved in the shop. Nothing changed: you can try again.',
    'pt-BR': 'O acesso não foi aprovado na loja. Nada mudou: você pode tentar de novo.',
  },
  MISSING_PERMISSION: {
    status: 422,
    en: 'The access does not cover all that is needed. Approve everything that the page asks for.',
    'pt-BR': 'O acesso não cobre tudo o que é preciso. Aprove tudo o que a página pede.',
  },
  NOT_THE_PLATFORM: {
    status: 422,
    en: 'This address answers, but not as a shop of this platform. Check address and platform.',
    'pt-BR': 'Este endereço responde, mas não como uma loja desta plataforma. Confira o endereço e a plataforma.',
  },
  UNREACHABLE: {
    status: 422,
    en: 'The shop did not answer. Check that it opens in the browser, and try again.',
    'pt-BR': 'A loja não respondeu. Veja se ela abre no navegador e tente de novo.',
  },
  APP_MISSING: {
    status: 409,
    en: 'This platform is not set up in this installation of Retoma yet. Ask who installed it.',
    'pt-BR': 'Esta plataforma ainda não foi cadastrada nesta instalação do Retoma. Fale com quem instalou.',
  },
  FIELD_MISSING: {
    status: 422,
    en: 'Fill in all required fields.',
    'pt-BR': 'Preencha todos os campos obrigatórios.',
  },
  TOO_MANY_CONNECTIONS: {
    status: 409,
    en: 'The store is connected with as many shops as it may be. Disconnect one first.',
    'pt-BR': 'A loja já tem o máximo de lojas conectadas. Desconecte uma antes.',
  },
  CONSENT_EXPIRED: {
    status: 410,
    en: 'The approval took too long or was already used. Begin again.',
    'pt-BR': 'A aprovação demorou demais ou já foi usada. Comece de novo.',
  },
  OTHER_BROWSER: {
    status: 409,
    en: 'The approval must end in the browser in which it began, with you signed in. Begin again.',
    'pt-BR':
      'A aprovação precisa terminar no mesmo navegador em que começou, com você dentro do painel. Comece de novo.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;

/** One of these. */
export type ConnectCode = keyof typeof connectCodes;
