import { buttonsAsText, codeAsText, copyThis, type WhatsappButton } from '@retoma/flow';
import { hasAddress } from '../as-text.ts';
import type { WhatsappMessage } from '@retoma/flow';
import { optionalMember, oneCall, type Composed } from '../../gateway-format.ts';
import { fallbackTexts } from '../texts.ts';

/** The recipient's number, the message key sent as `track_id`, and whether WhatsApp shows buttons from this number. */
export type Envelope = { readonly number: string; readonly key: string; readonly showsButtons: boolean };

/** The requests to uazapi that send a message. */
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
      return media('document', message.link, {
        docName: message.fileName,
        ...optionalMember('mimetype', message.mime),
      });
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

/** Replies can be a list or a poll; links, calls and copy codes are always buttons. */
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

/** A choice is one text with `|` between its parts, so no part may contain `|`. */
const part = (text: string): string => text.replaceAll('|', '/');

/** Whether a code can be part of a choice: a code must be copied unchanged, so it must not contain `|`. */
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
      // An id that looks like another kind of button is replaced by the button's position.
      return `${label}|${/^(?:url|call|copy|https?):/i.test(button.id) ? index + 1 : part(button.id)}`;
    default:
      return button satisfies never;
  }
}
