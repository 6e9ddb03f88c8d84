/** The refusal codes of accounts and teams, with HTTP status and texts (AUT1 to AUT6). */
export const peopleCodes = {
  WRONG_SIGN_IN: {
    status: 401,
    en: 'Wrong e-mail address or password.',
    'pt-BR': 'E-mail ou senha não conferem.',
  },
  TOTP_REQUIRED: {
    status: 401,
    en: 'Enter the code of your authenticator app.',
    'pt-BR': 'Digite também o código do aplicativo autenticador.',
  },
  WRONG_TOTP: {
    status: 401,
    en: 'This code is wrong, expired or already used. Wait for the next one.',
    'pt-BR': 'Este código não é o que aparece agora ou já foi usado. Espere o próximo.',
  },
  PASSKEY_REQUIRED: {
    status: 401,
    en: 'This account requires its passkey or a recovery code.',
    'pt-BR': 'Esta conta pede a chave de acesso (passkey) ou um código de recuperação.',
  },
  WRONG_PASSKEY: {
    status: 401,
    en: 'This passkey was not accepted. Try again, or use another one.',
    'pt-BR': 'A chave de acesso não foi aceita. Tente de novo ou use outra.',
  },
  WRONG_PASSWORD: {
    status: 401,
    en: 'Wrong password.',
    'pt-BR': 'Esta não é a sua senha.',
  },
  SESSION_LOCKED: {
    status: 401,
    en: 'The panel was locked because of inactivity. Confirm your identity.',
    'pt-BR': 'O painel foi bloqueado depois de um tempo sem uso. Confirme que é você.',
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    en: 'Confirm your identity: this requires a confirmation within the last 10 minutes.',
    'pt-BR': 'Confirme que é você: isto pede uma confirmação dos últimos 10 minutos.',
  },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    en: 'This store requires a second factor for owners. Set one up under "Password and security".',
    'pt-BR': 'Esta loja exige verificação em duas etapas dos donos. Configure em "Senha e segurança".',
  },
  OTHER_OWNER_NEEDED: {
    status: 403,
    en: 'Another owner must confirm this: one who has been an owner for at least a day and was not invited by the requesting owner. Otherwise it takes effect after 24 hours.',
    'pt-BR':
      'Outro dono precisa confirmar: um que seja dono há mais de um dia e que não foi convidado por quem pediu. Sem isso, a mudança vale sozinha depois de 24 horas.',
  },
  ABOVE_ROLE_LIMIT: {
    status: 403,
    en: 'This exceeds the amount that your role may refund and mark as paid in 24 hours. Ask an owner of the store.',
    'pt-BR': 'Isto passa do que o seu papel pode devolver e marcar como pago em 24 horas. Peça a um dono da loja.',
  },
  NOT_SIGNED_IN: {
    status: 401,
    en: 'Sign in first: there is no session, or it has ended.',
    'pt-BR': 'Entre de novo: a sessão terminou.',
  },
  FORGED_REQUEST: {
    status: 403,
    en: 'The request does not come from the panel: its Origin or x-retoma-panel header is wrong.',
    'pt-BR': 'O pedido não veio do próprio painel. Abra o painel pelo endereço de sempre.',
  },
  NOT_ALLOWED: {
    status: 403,
    en: 'Your role in this store does not allow this.',
    'pt-BR': 'Seu papel nesta loja não permite isto.',
  },
  TOTP_IS_ON: {
    status: 409,
    en: 'The second factor is enabled. Remove it before you set up another one.',
    'pt-BR': 'A verificação em duas etapas já está ligada. Desligue antes de configurar outra.',
  },
  TOTP_IS_OFF: {
    status: 409,
    en: 'There is no second factor to confirm or remove.',
    'pt-BR': 'Não há verificação em duas etapas para confirmar ou desligar.',
  },
  TOO_MANY_PASSKEYS: {
    status: 409,
    en: 'There are already 20 passkeys. Remove one first.',
    'pt-BR': 'Já há 20 chaves de acesso. Remova uma antes.',
  },
  EMAIL_TAKEN: {
    status: 409,
    en: 'This e-mail cannot be used. Choose another one.',
    'pt-BR': 'Este e-mail não pode ser usado. Escolha outro.',
  },
  INVITATION_OF_OTHER_ACCOUNT: {
    status: 403,
    en: 'Sign in with the invited e-mail to accept.',
    'pt-BR': 'Entre com o e-mail convidado para aceitar.',
  },
  INVITATION_EXPIRED: {
    status: 410,
    en: 'This invitation was already used, was withdrawn or has expired. Ask for another one.',
    'pt-BR': 'Este convite já foi usado, foi cancelado ou tem mais de 7 dias. Peça outro.',
  },
  TOO_MANY_INVITATIONS: {
    status: 429,
    en: 'A store sends at most 10 invitations a day. Try again tomorrow.',
    'pt-BR': 'Cada loja envia no máximo 10 convites por dia. Tente amanhã.',
  },
  RESET_LINK_EXPIRED: {
    status: 410,
    en: 'This link was already used or has expired. Request another one.',
    'pt-BR': 'Este link já foi usado ou tem mais de uma hora. Peça outro.',
  },
  WEAK_PASSWORD: {
    status: 422,
    en: 'A password must have at least 12 characters, and must not be a common password, a single word, your e-mail address or the name of your store.',
    'pt-BR':
      'A senha precisa de pelo menos 12 caracteres e não pode ser uma das mais usadas, uma palavra só, o seu e-mail nem o nome da loja.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    en: 'Too many attempts. Wait for the number of seconds in Retry-After.',
    'pt-BR': 'Tentativas demais. Espere alguns minutos e tente de novo.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;

/** A refusal code of accounts and teams. */
export type PeopleCode = keyof typeof peopleCodes;

/** An expected refusal; `retryAfter` in seconds, with TOO_MANY_ATTEMPTS. */
export type PeopleRefusal = {
  readonly ok: false;
  readonly code: PeopleCode;
  readonly retryAfter?: number;
  readonly details?: object;
};

/** A refusal with its code. */
export const peopleRefusal = (code: PeopleCode): PeopleRefusal => ({ ok: false, code });
