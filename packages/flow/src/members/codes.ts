import type { Localized } from '@retoma/commerce/locale';

/** Whether an issue makes a definition invalid. */
export type Severity = 'error' | 'warning';

/** The audience of a message: developers see member and metatag names, store owners see labels. */
export type Audience = 'developer' | 'owner';

type CodeEntry = Localized & { severity: Severity };

const error = (pt: string, en: string) => ({ severity: 'error', 'pt-BR': pt, en }) as const;
const warning = (pt: string, en: string) => ({ severity: 'warning', 'pt-BR': pt, en }) as const;

/**
 * All structure codes (command line; severities: decisions DEF4) with their texts. `{member}` is the last name of the path; the other
 * placeholders come from the finding.
 */
export const codes = {
  INVALID_JSON: error('Não é um JSON válido: {reason}.', 'Not valid JSON: {reason}.'),
  REQUIRED: error('Falta o campo {member}.', 'The field {member} is required.'),
  WRONG_TYPE: error('{member} deve ser {expected}, mas é {got}.', '{member} must be {expected}, but is {got}.'),
  OUT_OF_RANGE: error(
    '{member} deve ficar entre {min} e {max}, mas é {got}.',
    '{member} must be between {min} and {max}, but is {got}.',
  ),
  TOO_SHORT: error(
    '{member} precisa de pelo menos {min} caracteres, mas tem {length}.',
    '{member} must have at least {min} characters, but has {length}.',
  ),
  TOO_LONG: error(
    '{member} pode ter no máximo {max} caracteres, mas tem {length}.',
    '{member} must have at most {max} characters, but has {length}.',
  ),
  TOO_MANY_STEPS: error('{scope} pode ter no máximo {max} passos.', '{scope} must have at most {max} steps.'),
  TOO_DEEP: error('{member} passa de {max} níveis de profundidade.', '{member} is nested deeper than {max} levels.'),
  EMPTY: error('{member} não pode ficar vazio.', '{member} must not be empty.'),
  INVALID_VALUE: error('{member} não aceita {got}. Use {accepted}.', '{member} does not accept {got}. Use {accepted}.'),
  INVALID_URL: error(
    '{member} deve ser um endereço http ou https completo, ou uma metatag de endereço; {got} não é.',
    '{member} must be an absolute http or https URL, or a metatag that holds one; {got} is not.',
  ),
  INVALID_EMAIL: error(
    '{member} deve ser um endereço de e-mail fixo e válido, sem metatags; {got} não é.',
    '{member} must be a fixed, valid e-mail address without metatags; {got} is not.',
  ),
  HTML_IN_SMS: error('SMS é só texto: retire {got} de {member}.', 'An SMS is plain text: remove {got} from {member}.'),
  INVALID_CONTENT: error(
    '{member} não pode virar um e-mail: {cause}',
    '{member} cannot be rendered as an e-mail: {cause}',
  ),
  NEVER_SENT: error('Esta mensagem nunca seria enviada: {cause}', 'This message would never be sent: {cause}'),
  DUPLICATE_ID: error(
    'O id {got} já é usado em {other}; cada id deve ser único.',
    'The id {got} is already used at {other}; every id must be unique.',
  ),
  UNKNOWN_FIELD: error('Campo de condição desconhecido: {got}.', 'Unknown condition field {got}.'),
  UNKNOWN_OPERATOR: error(
    'Operador de condição desconhecido: {got}. Use {accepted}.',
    'Unknown condition operator {got}. Use {accepted}.',
  ),
  UNKNOWN_MEMBER: warning(
    'Campo desconhecido: {member}. Ele é mantido, mas não tem efeito.',
    'Unknown field {member}: it is kept but has no effect.',
  ),
  MIXED_FORMATS: error(
    '{member} mistura os dois formatos: parentId e nextId são do formato plano (só na lista principal), listas dentro de branches são do aninhado.',
    '{member} mixes the two formats: parentId and nextId belong to the flat one (root list only), lists inside branches to the nested one.',
  ),
  FLAT_RULE_1: warning(
    'nextId deve apontar para o próximo passo da sequência ({expected}); sem isso o editor mostra errado.',
    'nextId should point to the next step of the sequence ({expected}); otherwise the editor displays it incorrectly.',
  ),
  FLAT_RULE_2: error(
    'parentId deve ser o id de um ramo (branches[].id) que existe, nunca o de um passo; {got} não é.',
    'parentId must be the id of an existing branch (branches[].id), never that of a step; {got} is not.',
  ),
  FLAT_RULE_3: error(
    'Um passo do caminho principal, antes da primeira condição, não pode ter parentId: ele nunca rodaria.',
    'A step of the main path, before the first condition, must not have a parentId: it would never run.',
  ),
  FLAT_RULE_4: error(
    'Uma condição sempre roda e não pode ter parentId.',
    'A condition always runs and must not have a parentId.',
  ),
  FLAT_RULE_5: error(
    'nextId só liga passos do mesmo ramo, ou do caminho principal entre si; {got} é de outro lugar.',
    'nextId links only steps of the same branch, or of the main path; {got} is outside.',
  ),
  FLAT_RULE_6: error(
    'O nextId de uma condição só pode apontar para o primeiro passo do ramo de quem pagou; {got} não é.',
    'The nextId of a condition may only point to the first step of its paid branch; {got} is not.',
  ),
  FLAT_RULE_7: error('{subject}.', '{subject}.'),
  FLAT_RULE_8: error(
    '{subject} deve terminar em um passo end com o mesmo parentId.',
    '{subject} must end in an end step with the same parentId.',
  ),
  FLAT_RULE_9: error(
    'A condição {got} deve vir antes dos passos dos seus ramos.',
    'The condition {got} must come before the steps of its branches.',
  ),
  FLAT_RULE_10: error(
    'Os passos de um ramo ficam juntos, na ordem em que rodam, depois da condição; este está fora do grupo de {got}.',
    'The steps of a branch must be consecutive, in execution order, after their condition; this one is outside the group of {got}.',
  ),
  FLAT_RULE_11: warning(
    'Espera ou lembrete no ramo de quem já pagou: isso pertence ao ramo pendente.',
    'A delay or reminder in the branch of those who have paid: it belongs to the pending branch.',
  ),
  FLAT_RULE_12: warning(
    'Um lembrete de cobrança vem depois de uma espera e de uma condição em que payment_status = pending.',
    'A payment reminder comes after a delay and a condition in which payment_status = pending.',
  ),
  RECOVERY_WITHOUT_CHECK: warning(
    'Mensagem de cobrança sem espera e condição payment_status = pending antes: pode chegar a quem não deve nada.',
    'A payment reminder with no delay and condition payment_status = pending before it may reach someone who owes nothing.',
  ),
  PAID_BRANCH_REMINDER: warning(
    'Espera ou lembrete no ramo de quem já pagou: isso pertence ao ramo pendente.',
    'A delay or reminder in the branch of those who have paid: it belongs to the pending branch.',
  ),
  MEDIA_FILE: warning(
    'O WhatsApp não entregaria este arquivo: {cause}',
    'WhatsApp would not deliver this file: {cause}',
  ),
  UNREACHABLE_STEP: warning(
    'Este passo nunca roda: a automação já terminou antes dele.',
    'This step never runs: the automation ends before it.',
  ),
  UNREACHABLE_BRANCH: warning(
    'Este ramo nunca é escolhido: {other} já pega todos os casos dele.',
    'This branch is never chosen: {other} covers all of its cases.',
  ),
  NEVER_RUNS: warning('{subject}.', '{subject}.'),
  UNIMPLEMENTED_ACTION: warning(
    'Esta ação não é executada: use send_whatsapp, send_email ou send_sms.',
    'This action is not executed: use send_whatsapp, send_email or send_sms.',
  ),
  UNFILLED_METATAG: warning(
    'Em “{trigger}”, {other} não tem dados e ficaria vazio.',
    'In “{trigger}”, {other} has no data and would be empty.',
  ),
  REMINDER_AFTER_PAYMENT: warning(
    'Este lembrete pode chegar a quem já pagou ({sequence}).',
    'This reminder can reach someone who has paid ({sequence}).',
  ),
} as const satisfies Record<string, CodeEntry>;

/** A structure code. */
export type Code = keyof typeof codes;

/** The texts of JSON syntax errors: the `{reason}` of INVALID_JSON. */
export const jsonSyntaxTexts = {
  empty: { 'pt-BR': 'o texto está vazio', en: 'the text is empty' },
  ended: { 'pt-BR': 'fim inesperado do texto', en: 'unexpected end of text' },
  unexpected: { 'pt-BR': '{got} inesperado', en: 'unexpected {got}' },
  trailing_comma: { 'pt-BR': 'há uma vírgula a mais antes de {got}', en: 'there is a trailing comma before {got}' },
  missing_comma: { 'pt-BR': 'falta uma vírgula antes de {got}', en: 'a comma is missing before {got}' },
  missing_colon: { 'pt-BR': 'faltam dois-pontos antes de {got}', en: 'a colon is missing before {got}' },
  unquoted: {
    'pt-BR': 'nomes e textos devem estar entre aspas duplas',
    en: 'names and strings must be in double quotes',
  },
  comment: { 'pt-BR': 'JSON não tem comentários', en: 'JSON has no comments' },
  fence: {
    'pt-BR': 'sobrou a marca de bloco de código ({got})',
    en: 'a code fence ({got}) was left in the text',
  },
  quote: { 'pt-BR': 'as aspas {got} não são retas (")', en: '{got} is not a straight quotation mark (")' },
  invisible: {
    'pt-BR': 'há um espaço ou uma marca invisível que o JSON não aceita',
    en: 'there is a space or invisible character that JSON does not allow',
  },
  open_string: { 'pt-BR': 'falta fechar as aspas deste texto', en: 'unterminated string' },
  control: {
    'pt-BR': 'há uma quebra de linha ou um caractere de controle dentro de um texto',
    en: 'there is a line break or control character inside a string',
  },
  escape: { 'pt-BR': 'sequência de escape inválida', en: 'invalid escape sequence' },
  number: { 'pt-BR': 'o número está mal escrito', en: 'the number is malformed' },
  after: { 'pt-BR': 'há texto depois do fim do documento', en: 'unexpected text after the end of the document' },
} as const satisfies Record<string, Localized>;

/** A kind of JSON syntax error. */
export type JsonSyntaxIssue = keyof typeof jsonSyntaxTexts;

/** Words for `{expected}`, `{scope}` and `{subject}` in messages. */
export const wordLabels = {
  text: { 'pt-BR': 'um texto', en: 'a string' },
  integer: { 'pt-BR': 'um número inteiro', en: 'an integer' },
  boolean: { 'pt-BR': 'true ou false', en: 'true or false' },
  object: { 'pt-BR': 'um objeto', en: 'an object' },
  list: { 'pt-BR': 'uma lista', en: 'a list' },
  scalar: { 'pt-BR': 'um texto, número ou true/false', en: 'a string, number or true/false' },
  number: { 'pt-BR': 'um número', en: 'a number' },
  null: { 'pt-BR': 'null', en: 'null' },
  flow: { 'pt-BR': 'o documento', en: 'the document' },
  root: { 'pt-BR': 'A lista principal', en: 'The root list' },
  automation: { 'pt-BR': 'A automação', en: 'The automation' },
  none: { 'pt-BR': 'nenhum', en: 'none' },
  replyToEmail: {
    'pt-BR': 'Respostas a um e-mail não chegam aqui, então estes passos nunca rodam',
    en: 'Replies to e-mails are not received, so these steps never run',
  },
  openedSms: {
    'pt-BR': 'Um SMS não avisa quando é aberto, então estes passos nunca rodam',
    en: 'An SMS does not report being opened, so these steps never run',
  },
  emptyIn: {
    'pt-BR': 'A lista está vazia, então esta regra nunca é verdadeira',
    en: 'The list is empty, so this rule is never true',
  },
  emptyBody: {
    'pt-BR': 'Não há passos dentro, então nada se repete',
    en: 'There are no steps inside, so nothing repeats',
  },
  usedBranchId: {
    'pt-BR':
      'O id de ramo {got} já é usado em {other}: passos do primeiro rodariam de novo. Dê um id próprio a cada ramo',
    en: 'The branch id {got} is already used at {other}: steps of the first would run again. Give every branch its own id',
  },
  usedPrefix: {
    'pt-BR': 'O prefixo {got} já é dos ramos de {other}. Dê um a cada condição, como em check1-paid e check2-pending',
    en: 'The prefix {got} is already that of the branches at {other}. Give each condition its own, as in check1-paid and check2-pending',
  },
  branch: { 'pt-BR': 'O ramo {got}', en: 'The branch {got}' },
  emptyBranch: { 'pt-BR': 'O ramo {got} não tem passos: ele', en: 'The branch {got} has no steps: it' },
  detachedEnd: {
    'pt-BR': 'Um end sem parentId no meio da lista fica solto: cada ramo',
    en: 'An end without parentId in the middle of the list is detached: every branch',
  },
} as const satisfies Record<string, Localized>;

/** A word that messages use. */
export type Word = keyof typeof wordLabels;
