/** The status and texts of an error code of the public API. */
type ErrorCodeEntry = {
  /** The default HTTP status of responses; a lower layer may set a more exact one (413 and 415 for INVALID_PAYLOAD, CHK2). */
  status: number;
  en: string;
  'pt-BR': string;
};

/** Every error code of the public API, with its status and its texts for developers and store owners. */
export const errorCodes = {
  INVALID_PAYLOAD: {
    status: 400,
    en: 'The request body is invalid. See error.details.issues for every problem.',
    'pt-BR': 'O corpo da requisição é inválido. Veja cada problema em error.details.issues.',
  },
  MISSING_API_KEY: {
    status: 401,
    en: 'Send the API key of the store in the x-api-key header.',
    'pt-BR': 'Falta o cabeçalho x-api-key com a chave da loja.',
  },
  INVALID_API_KEY: {
    status: 401,
    en: 'The API key is invalid or revoked. Copy it again from the store settings.',
    'pt-BR': 'A chave é inválida ou foi revogada. Copie de novo nas configurações da loja.',
  },
  INVALID_SIGNATURE: {
    status: 401,
    en: 'The signature does not match this body, store and secret, or is more than 5 minutes old.',
    'pt-BR': 'A assinatura não confere com o corpo, a loja e o segredo, ou tem mais de 5 minutos.',
  },
  STORE_INACTIVE: {
    status: 403,
    en: 'The store is inactive and does not accept checkouts or events.',
    'pt-BR': 'A loja está pausada e não recebe pagamentos nem eventos.',
  },
  UNSIGNED_CART: {
    status: 403,
    en: 'This store accepts only signed carts. Sign the body on your server and send x-cart-signature.',
    'pt-BR': 'Esta loja só aceita carrinhos assinados. Assine o corpo no seu servidor e envie x-cart-signature.',
  },
  WRONG_KEY_KIND: {
    status: 403,
    en: 'This kind of API key does not permit this request: rtm_live_ and rtm_test_ keys create checkouts; secret keys are for servers.',
    'pt-BR':
      'Este tipo de chave não permite isto: rtm_live_ e rtm_test_ criam checkouts; chaves secretas são para servidores.',
  },
  MISSING_SCOPE: {
    status: 403,
    en: 'This API key lacks the scope of this request. Use another key, or create one with the scope.',
    'pt-BR': 'Esta chave não tem a permissão deste pedido. Use outra chave ou crie uma com a permissão.',
  },
  STORE_NOT_FOUND: {
    status: 404,
    en: 'The store of this API key does not exist.',
    'pt-BR': 'A loja desta chave não existe.',
  },
  CHECKOUT_NOT_FOUND: {
    status: 404,
    en: 'This store has no checkout with this ID.',
    'pt-BR': 'Esta loja não tem um checkout com esse código.',
  },
  NOT_FOUND: {
    status: 404,
    en: 'There is no endpoint at this URL.',
    'pt-BR': 'Não há um endpoint nesta URL.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    en: 'This endpoint does not support the method. See the Allow header.',
    'pt-BR': 'Este endpoint não aceita esse método. Veja o cabeçalho Allow.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    en: 'A request with this Idempotency-Key is still in progress. Try again in a moment.',
    'pt-BR': 'Uma requisição com este Idempotency-Key ainda está em andamento. Tente de novo em instantes.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    en: 'This Idempotency-Key was used with a different body. Use a new key for a new checkout.',
    'pt-BR': 'Este Idempotency-Key já foi usado com outro corpo. Use uma chave nova para um checkout novo.',
  },
  RATE_LIMITED: {
    status: 429,
    en: 'Too many requests with this API key. Wait for the number of seconds in Retry-After.',
    'pt-BR': 'Requisições demais com esta chave. Espere os segundos indicados em Retry-After.',
  },
  INTERNAL_ERROR: {
    status: 500,
    en: 'An internal error occurred. Try again; if it persists, report the request ID.',
    'pt-BR': 'Ocorreu um erro interno. Tente de novo; se continuar, informe o request id.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

/** A code of the documented error body (`error.code`). */
export type ErrorCode = keyof typeof errorCodes;
