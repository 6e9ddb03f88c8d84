import { buttonsAsText, codeAsText, copyThis, type WhatsappButton } from '@retoma/flow';
import { linkAsText } from '../as-text.ts';
import type { WhatsappMessage } from '@retoma/flow';
import { optionalMember, oneCall, type Composed } from '../../gateway-format.ts';
import { fallbackTexts } from '../texts.ts';

/** The requests to Z-API that send a message. `showsButtons`: false if WhatsApp does not show buttons from this number. */
export function compose(message: WhatsappMessage, phone: string, showsButtons: boolean): Composed {
  const text = (message: string): Composed => oneCall('send-text', { phone, message });
  switch (message.kind) {
    case 'text':
      return text(message.text);
    case 'image':
      return oneCall('send-image', { phone, image: message.link, ...optionalMember('caption', message.caption) });
    case 'video':
      return oneCall('send-video', { phone, video: message.link, ...optionalMember('caption', message.caption) });
    case 'audio':
      return oneCall('send-audio', { phone, audio: message.link, waveform: true });
    case 'document': {
      const { link, extension, fileName } = message;
      return oneCall(`send-document/${extension}`, { phone, document: link, fileName });
    }
    case 'link': {
      const { link, title, description, image } = message;
      // `send-link` requires all members and generates no preview. WhatsApp generates one for a link in a text.
      if (title === '' || description === '' || image === null) return text(linkAsText(message));
      return oneCall('send-link', {
        phone,
        message: link,
        image,
        linkUrl: link,
        title,
        linkDescription: description,
        linkType: 'LARGE',
      });
    }
    case 'code': {
      const { code } = message;
      if (!showsButtons) return text(codeAsText(message));
      return oneCall('send-button-otp', {
        phone,
        message: message.text || copyThis,
        code,
        buttonText: fallbackTexts.copyCode,
      });
    }
    case 'buttons':
      return (showsButtons && withButtons(message, phone)) || text(buttonsAsText(message));
    default:
      return message satisfies never;
  }
}

type Buttons = Extract<WhatsappMessage, { kind: 'buttons' }>;

/** Replies are not mixed with links and calls: WhatsApp would show no button. Undefined: the API cannot show these buttons. */
function withButtons({ text, footer, buttons }: Buttons, phone: string): Composed | undefined {
  const answers = buttons.filter((button) => button.kind === 'reply');
  if (answers.length === buttons.length) {
    const message = footer === '' ? text : `${text}\n\n${footer}`;
    const list = answers.map(({ id, label }) => ({ id, label }));
    if (list.length <= 3) return oneCall('send-button-list', { phone, message, buttonList: { buttons: list } });
    const options = answers.map(({ id, label }) => ({ id, title: label, description: '' }));
    const optionList = { title: fallbackTexts.options, buttonLabel: fallbackTexts.seeOptions, options };
    return oneCall('send-option-list', { phone, message, optionList });
  }
  const buttonActions = buttons.flatMap((button) => actionOf(button) ?? []);
  if (buttonActions.length < buttons.length) return undefined;
  return oneCall('send-button-actions', { phone, message: text, ...optionalMember('footer', footer), buttonActions });
}

function actionOf(button: WhatsappButton): object | undefined {
  const { id, label } = button;
  if (button.kind === 'url') return { id, type: 'URL', url: button.url, label };
  return button.kind === 'call' ? { id, type: 'CALL', phone: button.phone, label } : undefined;
}
