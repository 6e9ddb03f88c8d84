import { buttonsAsText, codeAsText, copyThis, type WhatsappButton } from '@retoma/flow';
import { hasAddress, linkAsText } from '../as-text.ts';
import type { WhatsappMessage } from '@retoma/flow';
import { optionalMember, oneCall, type Composed } from '../../gateway-format.ts';
import { fallbackTexts } from '../texts.ts';

/** The requests to Evolution API that send a message. `showsButtons`: false if WhatsApp does not show buttons from this number. */
export function compose(message: WhatsappMessage, number: string, showsButtons: boolean): Composed {
  const text = (text: string): Composed => oneCall('message/sendText', { number, text, linkPreview: hasAddress(text) });
  const media = (mediatype: string, media: string, more: object): Composed =>
    oneCall('message/sendMedia', { number, mediatype, media, ...more });
  switch (message.kind) {
    case 'text':
      return text(message.text);
    case 'image':
    case 'video':
      return media(message.kind, message.link, optionalMember('caption', message.caption));
    case 'audio':
      return oneCall('message/sendWhatsAppAudio', { number, audio: message.link });
    case 'document':
      return media('document', message.link, {
        fileName: message.fileName,
        ...optionalMember('mimetype', message.mime),
      });
    case 'link':
      return text(linkAsText(message));
    case 'code': {
      if (!showsButtons) return text(codeAsText(message));
      const buttons = [{ type: 'copy', displayText: fallbackTexts.copyCode, copyCode: message.code }];
      return oneCall('message/sendButtons', { number, ...titled(message.text || copyThis), buttons });
    }
    case 'buttons':
      return (showsButtons && withButtons(message, number)) || text(buttonsAsText(message));
    default:
      return message satisfies never;
  }
}

/** The API requires a title, which WhatsApp shows in bold above the rest: the first line of the text. */
function titled(text: string): { title: string; description?: string } {
  const at = text.indexOf('\n');
  return at === -1 ? { title: text } : { title: text.slice(0, at), description: text.slice(at + 1).trim() };
}

/** At most 3 buttons, either all replies or none; 4 and more replies are a list. Undefined: the API cannot show these buttons. */
function withButtons(
  { text, footer, buttons }: Extract<WhatsappMessage, { kind: 'buttons' }>,
  number: string,
): Composed | undefined {
  const answers = buttons.filter((button) => button.kind === 'reply');
  if (answers.length > 0 && answers.length < buttons.length) return undefined;
  if (buttons.length <= 3) {
    const renderedButtons = buttons.map(buttonOf);
    return oneCall('message/sendButtons', {
      number,
      ...titled(text),
      ...optionalMember('footer', footer),
      buttons: renderedButtons,
    });
  }
  if (answers.length === 0) return undefined;
  const rows = answers.map(({ id, label }) => ({ title: label, rowId: id }));
  return oneCall('message/sendList', {
    number,
    ...titled(text),
    footerText: footer,
    buttonText: fallbackTexts.seeOptions,
    sections: [{ title: fallbackTexts.options, rows }],
  });
}

function buttonOf(button: WhatsappButton): object {
  const displayText = button.label;
  switch (button.kind) {
    case 'url':
      return { type: 'url', displayText, url: button.url };
    case 'call':
      return { type: 'call', displayText, phoneNumber: button.phone };
    case 'copy':
      return { type: 'copy', displayText, copyCode: button.code };
    case 'reply':
      return { type: 'reply', displayText, id: button.id };
    default:
      return button satisfies never;
  }
}
