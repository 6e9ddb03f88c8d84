import { limits } from '../definition/limits.ts';
import type { WhatsappType } from '../channels/whatsapp.ts';

/** A JSON Schema, or a part of one. */
export type Schema = { readonly [keyword: string]: unknown };

/** The schema of a required text. */
export const filled = (title: string, more: Schema = {}): Schema => ({
  type: 'string',
  pattern: '\\S',
  title,
  ...more,
});

/** The schema of a text that may be empty. */
export const textSchema = (title: string, more: Schema = {}): Schema => ({ type: 'string', title, ...more });

const message = (title = 'Mensagem'): Schema =>
  filled(title, { description: 'Aceita metatags, como {{customer.name}}.', examples: ['Oi, {{customer.name}}!'] });

const caption = textSchema('Legenda', { description: 'Aceita metatags.' });

const address = (title: string): Schema => ({
  type: 'string',
  title,
  description: 'Endereço http ou https completo, ou uma metatag de endereço.',
  pattern: '^(?:[hH][tT][tT][pP][sS]?://|\\{\\{)',
  examples: ['https://loja.example/imagem.jpg', '{{order.url_checkout}}'],
});

const choices: Schema = {
  type: 'array',
  title: 'Opções',
  description: 'Cada opção é um rótulo sozinho, ou Rótulo|url:<endereço ou metatag>.',
  items: { type: 'string', pattern: '^[^|]*\\S' },
  examples: [['Sim', 'Pagar agora|url:{{order.url_checkout}}']],
};

const actionChoices: Schema = {
  ...choices,
  description:
    'Cada opção na forma Rótulo|url:<endereço ou metatag>, Rótulo|call:<telefone> ou Rótulo|copy:<código a copiar>.',
  items: { type: 'string', pattern: '^[^|]+\\|(?:.*\\|)?\\s*(?:url:|call:|copy:|[hH][tT][tT][pP][sS]?:)' },
  examples: [
    ['Pagar agora|url:{{order.url_checkout}}', 'Ligar|call:+5511900000000', 'Copiar PIX|copy:{{order.pix_code}}'],
  ],
};

const filledChoices: Schema = { required: ['choices'], properties: { choices: { minItems: 1 } } };

const button = (title: string, type: string, member: string, value: Schema): Schema => ({
  type: 'object',
  title,
  required: ['type', 'id', 'label', member],
  properties: { type: { const: type }, id: filled('Id'), label: filled('Rótulo'), [member]: value },
});

const buttonActions: Schema = {
  type: 'array',
  title: 'Botões',
  items: {
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: [
      button('Botão que abre um endereço', 'URL', 'url', address('Endereço')),
      button('Botão que liga', 'CALL', 'phone', filled('Telefone', { examples: ['+5511900000000'] })),
    ],
  },
};

const buttonList: Schema = {
  type: 'object',
  title: 'Lista de respostas',
  required: ['buttons'],
  properties: {
    buttons: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'label'],
        properties: { id: filled('Id'), label: filled('Rótulo') },
      },
    },
  },
};

const template: Schema = {
  type: 'object',
  title: 'Modelo aprovado',
  description: 'API oficial: enviado no lugar da mensagem quando o cliente não escreveu nas últimas 24 horas.',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Nome do modelo', pattern: '^[a-z0-9_]{1,512}$', examples: ['lembrete_pix'] },
    language: { type: 'string', title: 'Idioma', pattern: '^[a-z]{2,3}(?:_[A-Z]{2,3})?$', default: 'pt_BR' },
    parameters: {
      type: 'array',
      title: 'Variáveis do corpo, na ordem',
      description: 'Aceitam metatags.',
      items: filled('Variável'),
    },
  },
};

type MessageSchema = { title: string; required: string[]; properties: Schema; more?: Schema };

const shapes = {
  text: {
    title: 'Texto',
    required: [],
    properties: {
      message: textSchema('Mensagem'),
      text: textSchema('Mensagem', { description: 'O mesmo que message.' }),
    },
    more: {
      anyOf: [
        { required: ['message'], properties: { message: message() } },
        { required: ['text'], properties: { text: message() } },
      ],
    },
  },
  image: { title: 'Imagem', required: ['image'], properties: { image: address('Imagem'), message: caption } },
  audio: { title: 'Áudio', required: ['audio'], properties: { audio: address('Áudio') } },
  video: { title: 'Vídeo', required: ['video'], properties: { video: address('Vídeo'), message: caption } },
  document: {
    title: 'Documento',
    required: ['document'],
    properties: {
      document: address('Documento'),
      documentType: textSchema('Tipo MIME', { examples: ['application/pdf'] }),
    },
  },
  link: {
    title: 'Link',
    required: ['linkUrl'],
    properties: {
      linkUrl: address('Endereço'),
      title: textSchema('Título'),
      linkDescription: textSchema('Descrição'),
      image: address('Imagem'),
    },
  },
  'button-actions': {
    title: 'Botões de ação',
    required: ['message'],
    properties: {
      message: message(),
      buttonActions,
      choices: actionChoices,
      footer: textSchema('Rodapé'),
      menuType: textSchema('Tipo de menu'),
      frontendType: textSchema('Tipo no editor'),
    },
    more: { anyOf: [{ required: ['buttonActions'], properties: { buttonActions: { minItems: 1 } } }, filledChoices] },
  },
  'button-list': {
    title: 'Botões de resposta',
    required: [],
    properties: { buttonList, choices, message: textSchema('Mensagem') },
    more: {
      anyOf: [
        { required: ['buttonList'], properties: { buttonList: { properties: { buttons: { minItems: 1 } } } } },
        filledChoices,
      ],
    },
  },
  'button-otp': {
    title: 'Botão de copiar código',
    required: ['code'],
    properties: { code: filled('Código'), message: textSchema('Mensagem') },
  },
} satisfies Record<Exclude<WhatsappType, 'whatsapp'>, MessageSchema>;

function shapeSchema(type: string, { title, required, properties, more }: MessageSchema): Schema {
  const tag = type === 'text' ? { enum: ['text', 'whatsapp'] } : { const: type };
  const all = { type: tag, ...properties, ...(type !== 'audio' && { template }) };
  return { type: 'object', title, required: ['type', ...required], properties: all, ...more };
}

/** The schema of the data of `send_whatsapp`: one variant for every `type`. */
export const whatsappDataSchema: Schema = {
  type: 'object',
  title: 'Mensagem de WhatsApp',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: Object.entries(shapes).map(([type, shape]) => shapeSchema(type, shape)),
};

/** The schema of the data of `send_email`. */
export const emailDataSchema: Schema = {
  type: 'object',
  title: 'E-mail',
  required: ['remetente_nome', 'remetente_email', 'subject'],
  properties: {
    remetente_nome: filled('Nome do remetente', { description: 'Um nome fixo, sem metatags.' }),
    remetente_email: {
      type: 'string',
      title: 'E-mail do remetente',
      description: 'Um endereço fixo, sem metatags.',
      pattern: '^[^\\s@{}]+@[^\\s@{}]+\\.[^\\s@{}]+$',
      examples: ['contato@loja.example'],
    },
    subject: filled('Assunto', { minLength: limits.subject.min, description: 'Aceita metatags.' }),
    html: textSchema('Conteúdo em HTML ou MJML', { description: 'Aceita metatags.' }),
    body: textSchema('Conteúdo', { description: 'Usado quando não há html.' }),
  },
  anyOf: [
    { required: ['html'], properties: { html: { pattern: '\\S' } } },
    { required: ['body'], properties: { body: { pattern: '\\S' } } },
  ],
};

/** The schema of the data of `send_sms`. */
export const smsDataSchema: Schema = {
  type: 'object',
  title: 'SMS',
  required: ['message'],
  properties: {
    message: filled('Mensagem', {
      maxLength: limits.sms.max,
      not: { pattern: '</?[a-zA-Z][^<>]*>' },
      description: `Só texto, até ${limits.sms.max} caracteres, também depois de trocadas as metatags.`,
    }),
  },
};
