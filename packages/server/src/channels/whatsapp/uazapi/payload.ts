import { buttonsAsText, codeAsText, copyThis, type WhatsappButton } from '@retoma/flow';
import { hasAddress } from '../as-text.ts';
import type { WhatsappMessage } from '../read-message.ts';
import { optionalMember, oneCall, type Composed } from '../gateway-format.ts';
import { fallbackTexts } from '../texts.ts';

/** Whom it is for, the name that comes back with it, and whether WhatsApp shows buttons of this number. */
export type Envelope = { readonly number: string; readonly key: string; readonly showsButtons: boolean };

/** A message as uazapi is asked to send it. */
export function compose(message: WhatsappMessage, { number, key, showsButtons }: Envelope): Composed {
  const call = (path: string, body: object): Composed =>
    oneCall(path, { number, ...body, track_source: 'retoma', track_id: key });
  const text = (text: string): Composed => call('send/text', { text, linkPreview: hasAddress(text) });
  const media = (type: string, file: string, more: object = {}): Composed =>
    call('send/media', { type, file, ...more });
  switch (message.kind) {
    case 'text':
      return text(message.text);
    case 'image':
    case 'video':
      return media(message.kind, message.link, optionalMember('text', message.caption));
    case 'audio':
      return media('ptt', message.link);
    case 'document':
      return media('document', message.link, { docName: message.fileName, ...optionalMember('mimetype', message.mime) });
    case 'link':
      return call('send/text', {
        text: message.link,
        linkPreview: true,
        ...optionalMember('linkPreviewTitle', message.title),
        ...optionalMember('linkPreviewDescription', message.description),
        ...optionalMember('linkPreviewImage', message.image),
        linkPreviewLarge: true,
      });
    case 'code': {
      if (!showsButtons || !canStand(message.code)) return text(codeAsText(message));
      const choices = [`${fallbackTexts.copyCode}|copy:${message.code}`];
      return call('send/menu', { type: 'button', text: message.text || copyThis, choices });
    }
    case 'buttons':
      return showsButtons && message.buttons.every((button) => button.kind !== 'copy' || canStand(button.code))
        ? call('send/menu', menuOf(message))
        : text(buttonsAsText(message));
    default:
      return message satisfies never;
  }
}

/** Answers alone may be a list or a poll; what opens, calls or copies is a button. */
function menuOf({ text, footer, menu, buttons }: Extract<WhatsappMessage, { kind: 'buttons' }>): object {
  const footerText = optionalMember('footerText', footer);
  if (buttons.every(({ kind }) => kind === 'reply')) {
    if (menu === 'poll' && buttons.length > 1) {
      const choices = buttons.map(({ label }) => label);
      return { type: 'poll', text, choices, ...footerText, selectableCount: 1 };
    }
    if (menu === 'list' || buttons.length > 3) {
      const choices = buttons.map(({ id, label }) => `${part(label).replace(/^\[/, '(')}|${part(id)}`);
      return { type: 'list', text, choices, ...footerText, listButton: fallbackTexts.seeOptions };
    }
  }
  return { type: 'button', text, choices: buttons.map(choiceOf), ...footerText };
}

/** A choice is one text: what is in it must not look like its separators. */
const part = (text: string): string => text.replaceAll('|', '/');

/** A code is copied as it is or not at all. */
const canStand = (code: string): boolean => !code.includes('|');

function choiceOf(button: WhatsappButton, index: number): string {
  const label = part(button.label);
  switch (button.kind) {
    case 'url':
      return `${label}|url:${button.url}`;
    case 'call':
      return `${label}|call:${button.phone}`;
    case 'copy':
      return `${label}|copy:${button.code}`;
    case 'reply':
      // An id that would read as one of the others gives way to its place.
      return `${label}|${/^(?:url|call|copy|https?):/i.test(button.id) ? index + 1 : part(button.id)}`;
    default:
      return button satisfies never;
  }
}
