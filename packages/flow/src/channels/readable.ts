import type { Channel } from '../members/trigger.ts';
import { listIn, objectIn, textOr, withMembers } from '../members/readable.ts';
import { isRaw } from '../members/raw.ts';
import type { Raw } from '../members/report.ts';
import { whatsappTypes } from './whatsapp.ts';

const texts = (raw: Raw, ...members: string[]): Raw =>
  withMembers(raw, Object.fromEntries(members.map((member) => [member, textOr(raw[member], undefined)])));

const buttonOf = (value: unknown): Raw => {
  const button = isRaw(value) ? value : {};
  const filled = withMembers(button, { id: textOr(button.id, ''), label: textOr(button.label, '') });
  if (filled.type === 'CALL') return withMembers(filled, { phone: textOr(filled.phone, '') });
  return withMembers(filled, { type: 'URL', url: textOr(filled.url, '') });
};

const answerOf = (value: unknown): Raw => {
  const button = isRaw(value) ? value : {};
  return withMembers(button, { id: textOr(button.id, ''), label: textOr(button.label, '') });
};

const entryOf = (value: unknown): string => textOr(value, '');

const whatsappTexts =
  'message text image audio video document documentType linkUrl title linkDescription footer menuType frontendType code'.split(
    ' ',
  );

const readableWhatsapp = (data: Raw): Raw =>
  withMembers(texts(data, ...whatsappTexts), {
    type: whatsappTypes.find((type) => type === data.type),
    buttonActions: listIn(data.buttonActions, buttonOf),
    choices: listIn(data.choices, entryOf),
    buttonList: objectIn(data.buttonList, (list) =>
      withMembers(list, { buttons: listIn(list.buttons, answerOf) ?? [] }),
    ),
    template: objectIn(data.template, (template) =>
      withMembers(texts(template, 'language'), {
        name: textOr(template.name, ''),
        parameters: listIn(template.parameters, entryOf),
      }),
    ),
  });

const readers = {
  whatsapp: readableWhatsapp,
  email: (data) => texts(data, 'remetente_nome', 'remetente_email', 'subject', 'html', 'body'),
  sms: (data) => texts(data, 'message'),
} as const satisfies Record<Channel, (data: Raw) => Raw>;

/** The data of a message from any value: present members get their types, absent ones stay absent. */
export const readableData = (channel: Channel, value: unknown): Raw => readers[channel](isRaw(value) ? value : {});
