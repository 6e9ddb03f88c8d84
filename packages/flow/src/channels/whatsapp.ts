import type { MembersOf, ObjectOf } from '../members/infer.ts';
import { limits } from '../members/limits.ts';
import {
  list,
  object,
  oneOf,
  required,
  table,
  tag,
  text,
  word,
  type Members,
  type Schema,
  type Table,
} from '../members/member.ts';
import { isRaw } from '../members/raw.ts';
import type { Key, Raw, Report } from '../members/report.ts';
import { mimeType, mimeTypeIssue } from './mime-type.ts';
import { actionChoices, address, choices } from './whatsapp-choices.ts';
import { templateTable } from './whatsapp-template.ts';

/** The types of a WhatsApp message: `data.type` (specification DEF4). */
export const whatsappTypes = [
  'text',
  'whatsapp',
  'image',
  'audio',
  'video',
  'document',
  'link',
  'button-actions',
  'button-list',
  'button-otp',
] as const;

/** A type of WhatsApp message. */
export type WhatsappType = (typeof whatsappTypes)[number];

const plain = { template: 'plain' } as const;
const filledText = (title: string, more?: Schema) => required(text({ title, ...more }));

const metatags = { description: 'Aceita metatags, como {{customer.name}}.', examples: ['Oi, {{customer.name}}!'] };
const filledMessage = { type: 'string', pattern: '\\S', title: 'Mensagem', ...metatags };
const { max } = limits.whatsapp;
const message = text({ title: 'Mensagem', maxLength: max }, { ...plain, max });
const caption = text({ title: 'Legenda', maxLength: max, description: 'Aceita metatags.' }, { ...plain, max });

const button = <const Type extends string, const Own extends Members>(title: string, type: Type, own: Own) =>
  table(
    { title },
    { id: filledText('Id'), type: tag(type), label: required(text({ title: 'Rótulo' }, plain)), ...own },
  );

const buttonAction = oneOf(
  'type',
  {
    URL: button('Botão que abre um endereço', 'URL', { url: required(address('Endereço')) }),
    CALL: button('Botão que liga', 'CALL', {
      phone: required(text({ title: 'Telefone', examples: ['+5511900000000'] }, plain)),
    }),
  },
  table(
    {},
    { id: filledText('Id'), type: required(word(['URL', 'CALL'])), label: filledText('Rótulo') },
    { isOpen: true },
  ),
);

/** A button that opens an address or makes a call. */
export type ButtonAction = ObjectOf<typeof buttonAction>;

const listButton = table({}, { id: filledText('Id'), label: required(text({ title: 'Rótulo' }, plain)) });

/** A reply button of a list. */
export type ListButton = MembersOf<typeof listButton.members>;

const buttonList = table(
  { title: 'Lista de respostas', required: ['buttons'] },
  { buttons: list(object<ListButton>(listButton), {}) },
);

const template = object<WhatsappTemplate>(templateTable);

/**
 * An approved template of WhatsApp, sent instead of the message when the message itself may not be sent. `parameters` fill
 * the variables of its body, in order. Its header, buttons and their variables come from the message: the medium of an image, video or
 * document, the address of a link or URL button, the ids of replies, the code.
 */
export type WhatsappTemplate = MembersOf<typeof templateTable.members>;

/** The table of a type of message; voice messages have no template. */
const shape = <const Type extends WhatsappType, const Own extends Members>(
  types: readonly Type[],
  title: string,
  own: Own,
  options?: Pick<Table, 'first' | 'schema'>,
) => table({ title }, { type: tag(...types), ...own, template }, options);

const filledChoices = { required: ['choices'], properties: { choices: { type: 'array', minItems: 1 } } };

const textShape = shape(
  ['text', 'whatsapp'],
  'Texto',
  {
    message,
    text: text(
      { title: 'Mensagem', maxLength: max, description: 'O mesmo que message.' },
      { ...plain, max, also: checkMessageOrText },
    ),
  },
  {
    schema: {
      anyOf: [
        { required: ['message'], properties: { message: filledMessage } },
        { required: ['text'], properties: { text: filledMessage } },
      ],
    },
  },
);

const shapes = {
  text: textShape,
  whatsapp: textShape,
  image: shape(['image'], 'Imagem', { image: required(address('Imagem')), message: caption }),
  audio: table({ title: 'Áudio' }, { type: tag('audio'), audio: required(address('Áudio')) }),
  video: shape(['video'], 'Vídeo', { video: required(address('Vídeo')), message: caption }),
  document: shape(['document'], 'Documento', {
    document: required(address('Documento')),
    documentType: text(
      { title: 'Tipo MIME', pattern: `^\\s*$|${mimeType.source}`, examples: ['application/pdf'] },
      { format: mimeTypeIssue },
    ),
  }),
  link: shape(['link'], 'Link', {
    linkUrl: required(address('Endereço')),
    title: text({ title: 'Título' }, plain),
    linkDescription: text({ title: 'Descrição' }, plain),
    image: address('Imagem'),
  }),
  'button-actions': shape(
    ['button-actions'],
    'Botões de ação',
    {
      message: required(
        text({ title: 'Mensagem', maxLength: max, ...metatags }, { ...plain, max, also: checkButtonActions }),
      ),
      buttonActions: list(object<ButtonAction>(buttonAction), { title: 'Botões' }),
      choices: actionChoices,
      footer: text({ title: 'Rodapé' }, plain),
      menuType: text({ title: 'Tipo de menu' }),
      frontendType: text({ title: 'Tipo no editor' }),
    },
    {
      schema: {
        anyOf: [
          { required: ['buttonActions'], properties: { buttonActions: { type: 'array', minItems: 1 } } },
          filledChoices,
        ],
      },
    },
  ),
  'button-list': shape(
    ['button-list'],
    'Botões de resposta',
    { buttonList: object<{ buttons: readonly ListButton[] }>(buttonList), choices, message },
    {
      first: checkButtonList,
      schema: {
        anyOf: [
          {
            required: ['buttonList'],
            properties: { buttonList: { type: 'object', properties: { buttons: { type: 'array', minItems: 1 } } } },
          },
          filledChoices,
        ],
      },
    },
  ),
  'button-otp': shape(['button-otp'], 'Botão de copiar código', {
    code: required(text({ title: 'Código' }, plain)),
    message,
  }),
};

/** The members of the data of `send_whatsapp`, by its type. */
export const whatsappTable = oneOf(
  'type',
  shapes satisfies Record<WhatsappType, Table>,
  table({}, { type: required(word(whatsappTypes)) }, { filled: true, isOpen: true }),
  { title: 'Mensagem de WhatsApp' },
  { ref: 'whatsappData' },
);

/**
 * The data of `send_whatsapp`. Of two members with the same meaning (`message` and `text`, `buttonActions` and `choices`) the first with
 * content counts.
 */
export type WhatsappData = ObjectOf<typeof whatsappTable>;

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');

function checkMessageOrText({ message, text }: Raw, report: Report): void {
  if (!isBlank(message) || !isBlank(text)) return;
  if (message !== undefined) report.add('EMPTY', 'message');
  else if (text !== undefined) report.add('EMPTY', 'text');
  else report.add('REQUIRED', 'message');
}

function checkButtonActions({ buttonActions, choices }: Raw, report: Report): void {
  checkFirstFilled(report, buttonActions, 'buttonActions', choices);
}

function checkButtonList({ buttonList, choices }: Raw, report: Report): void {
  if (buttonList === undefined) checkFirstFilled(report, undefined, 'buttonList', choices);
  else if (isRaw(buttonList)) {
    if (choices === undefined && Object.keys(buttonList).length === 0) report.add('EMPTY', 'buttonList');
    checkFirstFilled(report, buttonList.buttons, ['buttonList', 'buttons'], choices);
  }
}

/** One of two lists must have entries; an issue is reported at the one that the specification names first. */
function checkFirstFilled(report: Report, first: unknown, key: Key | readonly Key[], choices: unknown): void {
  if (choices !== undefined && !(Array.isArray(choices) && choices.length === 0)) return;
  if (first === undefined) report.add('REQUIRED', key);
  else if (Array.isArray(first) && first.length === 0) report.add('EMPTY', key);
}
