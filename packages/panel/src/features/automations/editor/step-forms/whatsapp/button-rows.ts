import { urlOfChoice } from '@retoma/flow';
import { listIn, textIn, type Content } from '../../../../../preview/content.ts';

/** A button of a message, whichever member of the definition holds it. `url` and `phone`: its target. */
export type ButtonRow = { id: string; label: string; type: 'URL' | 'CALL' | 'ANSWER'; url: string; phone: string };

/** Reads the buttons of a message. */
export function readButtons(data: Content): ButtonRow[] {
  const isList = data['type'] === 'button-list';
  const nested = data['buttonList'];
  const own = isList ? (isContent(nested) ? listIn(nested, 'buttons') : []) : listIn(data, 'buttonActions');
  if (own.length > 0) return own.map((button) => toButtonRow(button, isList));
  return (Array.isArray(data['choices']) ? data['choices'] : []).map((choice, index) =>
    rowOfChoice(String(choice), index),
  );
}

const isContent = (value: unknown): value is Content => typeof value === 'object' && value !== null;

const toButtonRow = (button: Content, isList: boolean): ButtonRow => ({
  id: textIn(button, 'id'),
  label: textIn(button, 'label'),
  type: isList ? 'ANSWER' : button['type'] === 'CALL' ? 'CALL' : 'URL',
  url: textIn(button, 'url'),
  phone: textIn(button, 'phone'),
});

function rowOfChoice(choice: string, index: number): ButtonRow {
  const address = urlOfChoice(choice);
  return {
    id: `choice-${index}`,
    label: address?.label ?? choice,
    type: address ? 'URL' : 'ANSWER',
    url: address?.url ?? '',
    phone: '',
  };
}

/** The member that holds the buttons, with new buttons. `choices` is kept as long as it can represent all of them. */
export function writeButtons(data: Content, rows: readonly ButtonRow[]): Content {
  const isChoices = Array.isArray(data['choices']) && listIn(data, 'buttonActions').length === 0;
  if (isChoices && rows.every(({ type }) => type !== 'CALL')) {
    return { 'data.choices': rows.map(({ label, type, url }) => (type === 'URL' ? `${label}|url:${url}` : label)) };
  }
  if (data['type'] === 'button-list') {
    return { 'data.buttonList': { buttons: rows.map(({ id, label }) => ({ id, label })) } };
  }
  return {
    'data.buttonActions': rows.map(({ id, label, type, url, phone }) =>
      type === 'CALL' ? { id, type, label, phone } : { id, type: 'URL', label, url },
    ),
  };
}

/** A new button with a unique id. */
export function newButton(rows: readonly ButtonRow[], type: ButtonRow['type'], label: string): ButtonRow {
  let number = rows.length + 1;
  while (rows.some(({ id }) => id === `button-${number}`)) number++;
  return { id: `button-${number}`, label, type, url: type === 'URL' ? '{{checkout.url}}' : '', phone: '' };
}
