import { emailTable } from '../../channels/email.ts';
import { smsTable } from '../../channels/sms.ts';
import { whatsappTable } from '../../channels/whatsapp.ts';
import { dependent, required, steps, word, type Schema, type Tables } from '../../members/member.ts';
import type { Raw, Report } from '../../members/report.ts';
import { byTag } from '../../members/by-tag.ts';
import { stepTable } from '../members.ts';

/** The actions that send a message. */
export const sendNames = ['send_whatsapp', 'send_email', 'send_sms'] as const;

/** An action that sends a message. */
export type SendName = (typeof sendNames)[number];

/** Actions that a definition may contain but that are never executed (RUN9). */
export const unexecutedNames = ['webhook', 'create_coupon'] as const;

/** An action that is never executed. */
export type UnexecutedName = (typeof unexecutedNames)[number];

/** The lists of an action that start a new thread (RUN1). */
export const handlerNames = ['onResponse', 'onOpen', 'onClickLink', 'onNoReply'] as const;

/** A list of an action that starts a new thread (RUN1). */
export type HandlerName = (typeof handlerNames)[number];

/** The lists that an action starts, in the order they are walked: `onNext` in the same thread, each other list in a new thread (RUN1). */
export const actionOutlets = ['onNext', ...handlerNames] as const;

/** The nested lists of an action (specification DEF4). */
export const actionLists = {
  onNext: steps('Roda depois do envio, antes do próximo passo.'),
  onResponse: steps('Roda quando o cliente responde (WhatsApp, SMS).'),
  onOpen: steps('Roda quando o e-mail é aberto.'),
  onClickLink: steps('Roda quando um link do e-mail é clicado.'),
  onNoReply: steps('Roda quando o cliente não responde em 24 horas.'),
} satisfies Record<(typeof actionOutlets)[number], unknown>;

/** The data of each action that sends a message; an action that is never executed may contain anything (RUN9). */
export const messageTables = {
  send_whatsapp: whatsappTable,
  send_email: emailTable,
  send_sms: smsTable,
} satisfies Record<SendName, Tables[string]>;

const send = (name: SendName, title: string): readonly [readonly string[], Schema] => [
  [name],
  {
    title,
    required: ['name', 'data'],
    properties: { name: { const: name }, data: { $ref: `#/$defs/${messageTables[name].ref}` } },
  },
];

/** The members of an action (specification DEF4). */
export const action = stepTable(
  'action',
  { title: 'Ação', description: 'Envia uma mensagem.' },
  {
    name: required(word([...sendNames, ...unexecutedNames], {}, { also: checkHasData })),
    data: dependent('name', messageTables),
    ...actionLists,
  },
  byTag('name', [
    send('send_whatsapp', 'Enviar WhatsApp'),
    send('send_email', 'Enviar e-mail'),
    send('send_sms', 'Enviar SMS'),
    [
      unexecutedNames,
      {
        title: 'Ação que não é executada',
        deprecated: true,
        properties: { name: { enum: unexecutedNames }, data: { type: 'object' } },
      },
    ],
  ]),
);

function checkHasData({ name, data }: Raw, report: Report): void {
  if (data === undefined && sendNames.some((send) => send === name)) report.add('REQUIRED', 'data');
}
