/** Why somebody who works for a store is refused, with the HTTP status and the texts (S1 to S6). */
export const peopleCodes = {
  WRONG_SIGN_IN: {
    status: 401,
    en: 'E-mail and password do not belong together.',
    'pt-BR': 'E-mail ou senha não conferem.',
  },
  TOTP_REQUIRED: {
    status: 401,
    en: 'Send the code of your authenticator app too.',
    'pt-BR': 'Digite também o código do aplicativo autenticador.',
  },
  WRONG_TOTP: {
    status: 401,
    en: 'This code is not the one shown now, or was used already. Wait for the next one.',
    'pt-BR': 'Este código não é o que aparece agora ou já foi usado. Espere o próximo.',
  },
  NOT_SIGNED_IN: {
    status: 401,
    en: 'Sign in first: nobody is signed in here, or the session has ended.',
    'pt-BR': 'Entre de novo: a sessão terminou.',
  },
  FORGED_REQUEST: {
    status: 403,
    en: 'The request does not come from the panel itself: its Origin or its x-retoma-panel header is not right.',
    'pt-BR': 'O pedido não veio do próprio painel. Abra o painel pelo endereço de sempre.',
  },
  NOT_ALLOWED: {
    status: 403,
    en: 'Your role in this store does not allow this.',
    'pt-BR': 'Seu papel nesta loja não permite isto.',
  },
  TOTP_IS_ON: {
    status: 409,
    en: 'The second factor is on. Take it away before you set up another one.',
    'pt-BR': 'A verificação em duas etapas já está ligada. Desligue antes de configurar outra.',
  },
  TOTP_IS_OFF: {
    status: 409,
    en: 'There is no second factor to prove or to take away.',
    'pt-BR': 'Não há verificação em duas etapas para confirmar ou desligar.',
  },
  RESET_GONE: {
    status: 410,
    en: 'This link was used already or is older than an hour. Ask for another one.',
    'pt-BR': 'Este link já foi usado ou tem mais de uma hora. Peça outro.',
  },
  WEAK_PASSWORD: {
    status: 422,
    en: 'A password has at least 10 characters, is not all the same and is not your e-mail.',
    'pt-BR': 'A senha precisa de pelo menos 10 caracteres, não pode ser um só repetido nem o seu e-mail.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    en: 'Too many attempts. Wait for the seconds given in Retry-After.',
    'pt-BR': 'Tentativas demais. Espere alguns minutos e tente de novo.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;

/** A code of what people who work for a store do. */
export type PeopleCode = keyof typeof peopleCodes;

/** An expected refusal; `retryAfter` in seconds, with TOO_MANY_ATTEMPTS. */
export type PeopleRefusal = { readonly ok: false; readonly code: PeopleCode; readonly retryAfter?: number };

/** A refusal with its code. */
export const refused = (code: PeopleCode): PeopleRefusal => ({ ok: false, code });
