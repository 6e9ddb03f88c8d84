import { cleanAddress, cleanCode, cleanLine, cleanText } from './clean-text.ts';
import { urlOfChoice } from './whatsapp-choices.ts';
import type { ButtonAction, ListButton, WhatsappData } from './whatsapp.ts';

/** A button of a WhatsApp message. Labels and ids are one line; ids are unique in a message. */
export type WhatsappButton =
  | { readonly kind: 'url'; readonly id: string; readonly label: string; readonly url: string }
  | { readonly kind: 'call'; readonly id: string; readonly label: string; readonly phone: string }
  | { readonly kind: 'copy'; readonly id: string; readonly label: string; readonly code: string }
  | { readonly kind: 'reply'; readonly id: string; readonly label: string };

/** Why a message's buttons cannot be sent. */
type Refused = 'EMPTY_BUTTON' | 'INVALID_ADDRESS' | 'TOO_MANY_BUTTONS';

/** WhatsApp's limit of buttons for one message. */
const maxButtons = 10;

/** A message with buttons, with its values inserted, safe to send. `footer`: '' if there is none. */
export type WhatsappButtons = {
  readonly kind: 'buttons';
  readonly text: string;
  readonly footer: string;
  /** The menu's type in the editor: `button`, `list`, `poll`. */
  readonly menu: string;
  readonly buttons: readonly WhatsappButton[];
};

/** The label of a button that opens the page of a code, in place of one that copies it. */
const openPage = 'Abrir página';

/** The default text above a list: WhatsApp requires one. */
const choose = 'Escolha uma opção:';

/** The default text above the button to the page of a code. */
const pay = 'O código está nesta página:';

/** Reads the data of a message with buttons after metatags were replaced; or returns why it cannot be sent. */
export function readWhatsappButtons(
  data: Extract<WhatsappData, { type: 'button-actions' | 'button-list' }>,
): WhatsappButtons | Refused | 'EMPTY_MESSAGE' {
  const isList = data.type === 'button-list';
  const own = isList ? data.buttonList?.buttons.map(buttonOfAnswer) : data.buttonActions?.map(buttonOfAction);
  const buttons = checkedButtons(own && own.length > 0 ? own : (data.choices ?? []).map(buttonOfChoice));
  if (typeof buttons === 'string') return buttons;
  const text = cleanText(data.message ?? '');
  if (text === '' && !isList) return 'EMPTY_MESSAGE';
  return {
    kind: 'buttons',
    text: text || choose,
    footer: isList ? '' : cleanLine(data.footer ?? ''),
    menu: isList ? '' : (data.menuType ?? ''),
    buttons,
  };
}

/** Checks buttons and makes duplicate ids unique; or returns why the buttons cannot be sent. */
function checkedButtons(raw: readonly (WhatsappButton | Refused)[]): readonly WhatsappButton[] | Refused {
  if (raw.length > maxButtons) return 'TOO_MANY_BUTTONS';
  const buttons: WhatsappButton[] = [];
  for (const [index, button] of raw.entries()) {
    if (typeof button === 'string') return button;
    if (button.label === '') return 'EMPTY_BUTTON';
    const isDuplicate = button.id === '' || buttons.some(({ id }) => id === button.id);
    buttons.push(isDuplicate ? { ...button, id: `${button.id}${index + 1}` } : button);
  }
  return buttons.length === 0 ? 'EMPTY_BUTTON' : buttons;
}

/**
 * Parses `Label|url:X`, `Label|http…`, `Label|call:X` or `Label|copy:X`. Any other text after `|` is the id of a reply; a label alone is
 * its own id.
 */
function buttonOfChoice(choice: string): WhatsappButton | Refused {
  const named = urlOfChoice(choice);
  const at = choice.indexOf('|');
  const label = cleanLine(at === -1 ? choice : choice.slice(0, at));
  if (at === -1) return { kind: 'reply', id: label, label };
  const rest = (named ? `url:${named.url}` : choice.slice(at + 1)).trim();
  const [, word, value = ''] = /^(url|call|copy):(.*)$/s.exec(rest) ?? [];
  if (word === 'url' || /^https?:/i.test(rest)) return urlButton(label, label, word ? value : rest);
  if (word === 'call') return callButton(label, label, value);
  if (word === 'copy') return copyButton(label, label, value);
  return { kind: 'reply', id: cleanLine(rest) || label, label };
}

/** The button of an entry of `buttonActions`. */
function buttonOfAction(action: ButtonAction): WhatsappButton | Refused {
  const id = cleanLine(action.id);
  const label = cleanLine(action.label);
  return action.type === 'URL' ? urlButton(id, label, action.url) : callButton(id, label, action.phone);
}

/** The button of an entry of `buttonList.buttons`. */
const buttonOfAnswer = ({ id, label }: ListButton): WhatsappButton => ({
  kind: 'reply',
  id: cleanLine(id),
  label: cleanLine(label),
});

function urlButton(id: string, label: string, address: string): WhatsappButton | Refused {
  const url = cleanAddress(address);
  return url === null ? 'INVALID_ADDRESS' : { kind: 'url', id, label, url };
}

function callButton(id: string, label: string, number: string): WhatsappButton | Refused {
  const digits = number.replace(/\D/g, '');
  return /^\d{3,15}$/.test(digits) ? { kind: 'call', id, label, phone: `+${digits}` } : 'EMPTY_BUTTON';
}

/** The message of a code whose page is known in place of the code: a button to the page. Null: the code is no address. */
export function buttonToPage(text: string, code: string): WhatsappButtons | null {
  const url = cleanAddress(code);
  if (url === null) return null;
  const button = { kind: 'url', id: openPage, label: openPage, url } as const;
  return { kind: 'buttons', text: text || pay, footer: '', menu: 'button', buttons: [button] };
}

/** A button that copies a code; of a page that shows the code, a button that opens it. */
function copyButton(id: string, label: string, value: string): WhatsappButton | Refused {
  const url = cleanAddress(value);
  if (url !== null) return { kind: 'url', id, label: /^cop/i.test(label) ? openPage : label, url };
  const code = cleanCode(value);
  return code === '' ? 'EMPTY_BUTTON' : { kind: 'copy', id, label, code };
}
