import { limits } from './limits.ts';

/** The texts of violations: what is wrong with a member, or what would be accepted. `{placeholders}` are filled from the violated rule. */
export const issueCodes = {
  required: { en: 'is required', 'pt-BR': 'é obrigatório' },
  wrong_type: { en: 'must be {expected}, got {got}', 'pt-BR': 'deve ser {expected}, veio {got}' },
  blank: { en: 'must not be blank', 'pt-BR': 'não pode ficar em branco' },
  invalid_characters: {
    en: 'must not contain NUL or an unpaired surrogate',
    'pt-BR': 'não pode conter NUL nem metade de um par substituto',
  },
  too_long: { en: 'must have at most {limit} characters', 'pt-BR': 'deve ter no máximo {limit} caracteres' },
  too_small: { en: 'must be at least {limit}, got {got}', 'pt-BR': 'deve ser no mínimo {limit}, veio {got}' },
  too_big: { en: 'must be at most {limit}, got {got}', 'pt-BR': 'deve ser no máximo {limit}, veio {got}' },
  too_few: { en: 'must have at least {limit} entries', 'pt-BR': 'deve ter no mínimo {limit} itens' },
  too_many: { en: 'must have at most {limit} entries', 'pt-BR': 'deve ter no máximo {limit} itens' },
  too_large: { en: 'must be at most {limit} bytes of JSON', 'pt-BR': 'deve ter no máximo {limit} bytes de JSON' },
  invalid_value: { en: 'must be {expected}, got {got}', 'pt-BR': 'deve ser {expected}, veio {got}' },
  invalid_url: {
    en: 'must be an absolute http or https URL, got {got}',
    'pt-BR': 'deve ser uma URL http ou https completa, veio {got}',
  },
  invalid_instant: {
    en: 'must be an instant such as 2026-03-12T17:05:00Z, got {got}',
    'pt-BR': 'deve ser um instante como 2026-03-12T17:05:00Z, veio {got}',
  },
  unknown_member: {
    en: 'is not a member of this request, which has: {expected}',
    'pt-BR': 'não é um membro deste pedido, que tem: {expected}',
  },
  required_one_of: { en: 'must have one of: {expected}', 'pt-BR': 'deve ter um destes: {expected}' },
  total_too_big: {
    en: 'adds up to more than {limit} cents, the largest exact amount',
    'pt-BR': 'soma mais que {limit} centavos, o maior valor exato',
  },
  too_deep: { en: 'nests deeper than {limit} levels', 'pt-BR': 'tem mais de {limit} níveis' },
  invalid_json: { en: 'is not valid JSON: {got}', 'pt-BR': 'não é um JSON válido: {got}' },
  unsupported_media_type: {
    en: 'must be sent as Content-Type: application/json',
    'pt-BR': 'deve ser enviado como Content-Type: application/json',
  },
  unsupported_content_encoding: {
    en: 'must be sent without Content-Encoding, got {got}',
    'pt-BR': 'deve ser enviado sem Content-Encoding, veio {got}',
  },
  body_too_large: { en: 'must be at most {limit} bytes', 'pt-BR': 'deve ter no máximo {limit} bytes' },
  wrong_signature: {
    en: 'does not match x-cart-signature: send t=<seconds>,v1=<hex HMAC-SHA-256 of "<seconds>.<raw body>" with the secret key>',
    'pt-BR':
      'não confere com x-cart-signature: envie t=<segundos>,v1=<HMAC-SHA-256 em hexa de "<segundos>.<corpo>" com a chave secreta>',
  },
  stale_signature: {
    en: 'was signed more than 5 minutes ago or ahead: sign at the time of purchase, and check your server’s clock',
    'pt-BR':
      'foi assinado há mais de 5 minutos, ou no futuro: assine na hora da compra e confira o relógio do servidor',
  },
  used_signature: {
    en: 'has a signature that was already used: sign each cart separately',
    'pt-BR': 'tem uma assinatura que já foi usada: assine cada carrinho separadamente',
  },
  invalid_header: { en: 'is invalid: {expected}', 'pt-BR': 'é inválido: {expected}' },
  malformed_request: { en: 'is not well-formed HTTP', 'pt-BR': 'não é HTTP bem formado' },
  malformed_address: {
    en: 'has a URL that cannot be decoded: write % as %25 and percent-encode UTF-8',
    'pt-BR': 'tem uma URL que não pode ser decodificada: escreva % como %25 e codifique em UTF-8',
  },
  wrong_host: {
    en: 'must have exactly one Host header',
    'pt-BR': 'deve ter exatamente um cabeçalho Host',
  },
  wrong_framing: {
    en: 'must have one Content-Length equal to the length of its body, or Transfer-Encoding: chunked with well-formed chunks',
    'pt-BR':
      'deve ter um só Content-Length, igual ao tamanho do corpo, ou Transfer-Encoding: chunked com partes bem formadas',
  },
  headers_too_large: {
    en: 'must have at most {limit} bytes of headers',
    'pt-BR': 'deve ter no máximo {limit} bytes de cabeçalhos',
  },
  too_slow: {
    en: 'must arrive completely within {limit} seconds',
    'pt-BR': 'deve chegar inteira em até {limit} segundos',
  },
} as const satisfies Record<string, { en: string; 'pt-BR': string }>;

/** The codes of violations by a request as a whole, whatever its body is (CHK2). */
const ofRequest: ReadonlySet<string> = new Set([
  'malformed_request',
  'malformed_address',
  'wrong_host',
  'wrong_framing',
  'headers_too_large',
  'too_slow',
] satisfies (keyof typeof issueCodes)[]);

/** The stable code of a violation (CHK4). */
export type IssueCode = keyof typeof issueCodes;

/** One violation (CHK4). `path` is for people (`cart.items[0].image`), `pointer` is its JSON Pointer; both are `""` for the whole body. */
export type Issue = { path: string; pointer: string; code: IssueCode; message: string };

/**
 * Builds an issue with its English message from the keys of its member, as `["cart", "items", 0, "image"]`, and a code (CHK4). The message
 * repeats `got`; of `gotKind`, which may be a secret, it says only the kind.
 */
export function issueAt(
  keys: readonly (string | number)[],
  code: IssueCode,
  values: { expected?: string; limit?: number; got?: unknown; gotKind?: unknown } = {},
): Issue {
  const path = keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
    '',
  );
  const pointer = keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const text = issueCodes[code].en
    .replace('{expected}', values.expected ?? '')
    .replace('{limit}', String(values.limit))
    .replace('{got}', () => ('gotKind' in values ? kindOf(values.gotKind) : echo(values.got)));
  const subject = ofRequest.has(code) ? 'The request' : path === '' ? 'The body' : path;
  return { path, pointer, code, message: `${subject} ${text}` };
}

/** The kind of a JSON value in words. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return value === undefined ? 'nothing' : `a ${typeof value}`;
}

/** The caller's own value for a message: at most 80 characters, without control characters (CHK4). */
function echo(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return kindOf(value);
  const text = JSON.stringify(value.slice(0, limits.echo));
  return text.length <= limits.echo ? text : `${text.slice(0, limits.echo - 2)}…"`;
}
