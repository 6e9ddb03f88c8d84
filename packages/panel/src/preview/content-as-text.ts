import { whatsappAsText, type WhatsappData } from '@retoma/flow';
import { listIn, textIn, type Content } from './content.ts';

/** The text that is sent instead of a WhatsApp message with buttons where they cannot be shown. Null: it has no buttons, or is unfinished. */
export function contentAsText(content: Content): string | null {
  const { type, choices, buttonList } = content;
  if (type !== 'button-actions' && type !== 'button-list' && type !== 'button-otp') return null;
  const buttonsIn = (parent: Content, member: string): object[] =>
    listIn(parent, member).map((row) => ({
      ...row,
      id: textIn(row, 'id'),
      label: textIn(row, 'label'),
      url: textIn(row, 'url'),
      phone: textIn(row, 'phone'),
    }));
  // A draft may lack members that the types require.
  const data = {
    type,
    message: textIn(content, 'message'),
    footer: textIn(content, 'footer'),
    code: textIn(content, 'code'),
    buttonActions: buttonsIn(content, 'buttonActions'),
    buttonList: {
      buttons: typeof buttonList === 'object' && buttonList ? buttonsIn(buttonList as Content, 'buttons') : [],
    },
    choices: (Array.isArray(choices) ? choices : []).filter((choice) => typeof choice === 'string'),
  };
  return whatsappAsText(data as unknown as WhatsappData);
}
