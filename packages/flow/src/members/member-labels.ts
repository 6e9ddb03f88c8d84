import type { Locale, Localized } from '@retoma/commerce/locale';

/** The labels of a definition's members for store owners, by the last name of their path: member, Portuguese, English. */
const table = `
  name|Nome|Name
  trigger_event|Gatilho|Trigger
  active|Ativa|Active
  settings|Ajustes|Settings
  steps|Passos|Steps
  stopOn|Parar quando|Stop when
  stopOnPurchase|Parar se a pessoa comprar em outro pedido|Stop if the person buys in another order
  quietHours|Horário de silêncio|Quiet hours
  from|Início|From
  to|Fim|To
  days|Dias da semana|Days of the week
  reentry|Quando alguém pode entrar de novo|When a person may enter again
  withinDays|Por quantos dias|For how many days
  id|Identificador|Identifier
  type|Tipo|Type
  parentId|Caminho do passo|Branch of the step
  nextId|Próximo passo|Next step
  minutes|Espera|Wait
  until|Até uma hora|Until a time
  time|Hora|Time
  atLeast|Esperar pelo menos|Wait at least
  nextDay|A partir do dia seguinte|From the next day on
  businessHours|Só em horário comercial|Only in business hours
  onNext|Em seguida|Next
  onResponse|Se responder|On reply
  onNoReply|Se não responder|On no reply
  onOpen|Se abrir|On open
  onClickLink|Se clicar no link|On click
  if_true|Se for verdade|If true
  if_false|Se não for|If false
  branches|Caminhos|Branches
  label|Nome|Name
  conditions|Regras|Rules
  condition|Regra|Rule
  operator|Comparação|Comparison
  field|Campo|Field
  value|Valor|Value
  maxAttempts|Tentativas|Attempts
  delayBetweenAttempts|Pausa entre tentativas|Pause between attempts
  maxIterations|Repetições|Repetitions
  stopOnError|Parar em caso de erro|Stop on error
  data|Conteúdo|Content
  message|Texto|Text
  text|Texto|Text
  subject|Assunto|Subject
  html|Conteúdo|Content
  body|Conteúdo|Content
  remetente_nome|Nome do remetente|Sender’s name
  remetente_email|E-mail do remetente|Sender’s address
  image|Imagem|Image
  audio|Áudio|Audio
  video|Vídeo|Video
  document|Documento|Document
  documentType|Tipo do documento|Kind of document
  title|Título|Title
  linkUrl|Endereço|Address
  linkDescription|Descrição|Description
  url|Endereço|Address
  phone|Telefone|Phone
  code|Código|Code
  footer|Rodapé|Footer
  menuType|Tipo de menu|Kind of menu
  frontendType|Tipo no editor|Kind in the editor
  buttonActions|Botões|Buttons
  buttonList|Botões|Buttons
  buttons|Botões|Buttons
  choices|Botões|Buttons
  template|Modelo aprovado|Approved template
  language|Idioma|Language
  parameters|Variáveis do modelo|Variables of the template`;

const memberLabels: ReadonlyMap<string, Localized> = new Map(
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [member = '', portuguese = '', en = ''] = row.trim().split('|');
      return [member, { 'pt-BR': portuguese, en }];
    }),
);

/** The label of a member; a member without one is shown by its name. The label of a branch's member begins with the branch's id. */
export function describeMember(member: string, locale: Locale): string {
  const name = /(?<![^.[\]])([^.[\]]+)(?:\[\d+\])*$/.exec(member)?.[1] ?? member;
  const word = memberLabels.get(name)?.[locale] ?? name;
  const branch = /^branches\[(.+)\]\./.exec(member)?.[1];
  return branch === undefined ? word : `${branch}: ${word}`;
}
