import { whatsappAsText, type WhatsappData } from '@retoma/flow';
import { listIn, textIn, type Content } from './content.ts';

/** The text that replaces a message with buttons where they cannot be shown; null for other messages and unfinished ones. */
export function writtenOut(content: Content): string | null {
  const { type, choices, buttonList } = content;
  if (type !== 'button-actions' && type !== 'button-list' && type !== 'button-otp') return null;
  const rows = (content: Content, member: string): object[] =>
    listIn(content, member).map((row) => ({
      ...row,
      id: textIn(row, 'id'),
      label: textIn(row, 'label'),
      url: textIn(row, 'url'),
      phone: textIn(row, 'phone'),
    }));
  // A draft may lack members that the types require.
  const styles = {
    type,
    message: textIn(content, 'message'),
    footer: textIn(content, 'footer'),
    code: textIn(content, 'code'),
    buttonActions: rows(content, 'buttonActions'),
    buttonList: { buttons: typeof buttonList === 'object' && buttonList ? rows(buttonList as Content, 'buttons') : [] },
    choices: (Array.isArray(choices) ? choices : []).filter((choice) => typeof choice === 'string'),
  };
  return whatsappAsText(styles as unknown as WhatsappData);
}
