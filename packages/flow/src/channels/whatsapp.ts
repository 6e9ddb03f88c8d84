import { checkFilled, checkList, checkObject, checkText, checkUnknown, checkWord, isRaw } from '../validate/members.ts';
import type { Key, Raw, Report } from '../validate/report.ts';
import { isUrlTemplate, suggestUrl } from './address.ts';
import type { TextMember } from './text-member.ts';

/** The types of a WhatsApp message: `data.type` (specification DEF4). */
export const whatsappTypes = [
  'text',
  'whatsapp',
  'image',
  'audio',
  'video',
  'document',
  'link',
  'button-actions',
  'button-list',
  'button-otp',
] as const;

/** A type of WhatsApp message. */
export type WhatsappType = (typeof whatsappTypes)[number];

/** A button that opens an address or makes a call. */
export type ButtonAction =
  { id: string; type: 'URL'; label: string; url: string } | { id: string; type: 'CALL'; label: string; phone: string };

/** A reply button of a list. */
export type ListButton = { id: string; label: string };

/**
 * An approved template of the official Cloud API, sent instead of the message when the message itself may not be sent. `parameters` fill
 * the variables of its body, in order. Its header, buttons and their variables come from the message: the medium of an image, video or
 * document, the address of a link or URL button, the ids of replies, the code.
 */
export type WhatsappTemplate = {
  name: string;
  /** By default `pt_BR`. */
  language?: string;
  parameters?: readonly string[];
};

/**
 * The data of `send_whatsapp`. Of two members with the same meaning (`message` and `text`, `buttonActions` and `choices`) the first with
 * content counts.
 */
export type WhatsappData = { type: 'audio'; audio: string } | (WhatsappShape & { template?: WhatsappTemplate });

type WhatsappShape =
  | { type: 'text' | 'whatsapp'; message?: string; text?: string }
  | { type: 'image'; image: string; message?: string }
  | { type: 'video'; video: string; message?: string }
  | { type: 'document'; document: string; documentType?: string }
  | { type: 'link'; linkUrl: string; title?: string; linkDescription?: string; image?: string }
  | {
      type: 'button-actions';
      message: string;
      buttonActions?: readonly ButtonAction[];
      /** `Label|url:<address or metatag>`, `Label|call:<phone>` or `Label|copy:<code>` */
      choices?: readonly string[];
      footer?: string;
      menuType?: string;
      frontendType?: string;
    }
  | {
      type: 'button-list';
      buttonList?: { buttons: readonly ListButton[] };
      /** `Label|url:<address or metatag>`, or only a label */
      choices?: readonly string[];
      message?: string;
    }
  | { type: 'button-otp'; code: string; message?: string };

const required = { required: true };

/** The members of each type besides `type`, and their check, which returns the number of members that are present. */
const shapes = {
  text: { members: ['message', 'text'], check: checkMessageOrText },
  whatsapp: { members: ['message', 'text'], check: checkMessageOrText },
  image: {
    members: ['image', 'message'],
    check: (data, report) => checkAddress(report, data.image, 'image') + checkText(report, data.message, 'message'),
  },
  audio: { members: ['audio'], check: (data, report) => checkAddress(report, data.audio, 'audio') },
  video: {
    members: ['video', 'message'],
    check: (data, report) => checkAddress(report, data.video, 'video') + checkText(report, data.message, 'message'),
  },
  document: {
    members: ['document', 'documentType'],
    check: (data, report) =>
      checkAddress(report, data.document, 'document') + checkText(report, data.documentType, 'documentType'),
  },
  link: {
    members: ['linkUrl', 'title', 'linkDescription', 'image'],
    check: (data, report) =>
      checkAddress(report, data.linkUrl, 'linkUrl') +
      checkText(report, data.title, 'title') +
      checkText(report, data.linkDescription, 'linkDescription') +
      checkAddress(report, data.image, 'image', false),
  },
  'button-actions': {
    members: ['message', 'buttonActions', 'choices', 'footer', 'menuType', 'frontendType'],
    check: checkButtonActions,
  },
  'button-list': { members: ['buttonList', 'choices', 'message'], check: checkButtonList },
  'button-otp': {
    members: ['code', 'message'],
    check: (data, report) =>
      checkText(report, data.code, 'code', required) + checkText(report, data.message, 'message'),
  },
} satisfies Record<WhatsappType, MessageShape>;

type MessageShape = { members: string[]; check: (data: Raw, report: Report) => number };

/** Whether a type may have a template: voice messages may not. */
const templated = (type: string): boolean => type !== 'audio';

const kinds: ReadonlyMap<unknown, { members: ReadonlySet<string>; check: MessageShape['check'] }> = new Map(
  Object.entries(shapes).map(([type, { members, check }]) => [
    type,
    templated(type)
      ? {
          members: new Set(['type', ...members, 'template']),
          check: (data, report) => check(data, report) + checkTemplate(report, data.template),
        }
      : { members: new Set(['type', ...members]), check },
  ]),
);

/** Checks the data of `send_whatsapp`; the report's position is the data. */
export function checkWhatsappData(data: Raw, report: Report): void {
  const shape = kinds.get(data.type);
  if (shape) checkUnknown(report, data, shape.check(data, report) + 1, shape.members);
  else checkWord(report, data.type, 'type', whatsappTypes, true);
}

const templateMembers: ReadonlySet<string> = new Set(['name', 'language', 'parameters']);

function checkTemplate(report: Report, template: unknown): 0 | 1 {
  return checkObject(report, template, 'template', false, (raw, report) => {
    const { name, language, parameters } = raw;
    const known =
      checkText(report, name, 'name', required) +
      checkText(report, language, 'language', { filled: true }) +
      checkList(report, parameters, 'parameters', {}, checkParameter);
    if (isFilled(name) && !/^[a-z0-9_]{1,512}$/.test(name)) {
      report.add('INVALID_VALUE', 'name', { got: name, accepted: ['a-z', '0-9', '_'] }, suggestName(name));
    }
    if (isFilled(language) && !/^[a-z]{2,3}(?:_[A-Z]{2,3})?$/.test(language)) {
      const hyphenated = /^([a-z]{2,3})-([a-z]{2})$/i.exec(language);
      const suggestion = hyphenated ? `${hyphenated[1]!.toLowerCase()}_${hyphenated[2]!.toUpperCase()}` : undefined;
      report.add('INVALID_VALUE', 'language', { got: language, accepted: ['pt_BR', 'en_US', 'es'] }, suggestion);
    }
    checkUnknown(report, raw, known, templateMembers);
  });
}

/** A valid template name: `Lembrete de PIX` → `lembrete_de_pix`; undefined if no character is left. */
function suggestName(name: string): string | undefined {
  const plain = name.slice(0, 500).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '') || undefined;
}

function checkParameter(parameter: unknown, report: Report): void {
  if (typeof parameter !== 'string') report.add('WRONG_TYPE', undefined, { expected: 'text', got: parameter });
  else if (parameter.trim() === '') report.add('EMPTY');
}

function checkMessageOrText(data: Raw, report: Report): number {
  const { message, text } = data;
  if (isBlank(message) && isBlank(text)) {
    if (message !== undefined || text === undefined) checkText(report, message, 'message', required);
    else report.add('EMPTY', 'text');
    return count(message) + count(text);
  }
  return checkText(report, message, 'message') + checkText(report, text, 'text');
}

function checkButtonActions(data: Raw, report: Report): number {
  return (
    checkText(report, data.message, 'message', required) +
    checkFirstFilled(report, data.buttonActions, 'buttonActions', data.choices) +
    checkList(report, data.buttonActions, 'buttonActions', {}, checkButtonAction) +
    checkList(report, data.choices, 'choices', {}, checkActionChoice) +
    checkText(report, data.footer, 'footer') +
    checkText(report, data.menuType, 'menuType') +
    checkText(report, data.frontendType, 'frontendType')
  );
}

function checkButtonList(data: Raw, report: Report): number {
  const { buttonList, choices } = data;
  if (buttonList === undefined) checkFirstFilled(report, undefined, 'buttonList', choices);
  const checkButtons = (list: Raw, report: Report): void => {
    if (choices === undefined) checkFilled(report, list);
    checkFirstFilled(report, list.buttons, 'buttons', choices);
    checkUnknown(report, list, checkList(report, list.buttons, 'buttons', {}, checkListButton), buttonListMembers);
  };
  return (
    checkObject(report, buttonList, 'buttonList', false, checkButtons) +
    checkList(report, choices, 'choices', {}, checkChoice) +
    checkText(report, data.message, 'message')
  );
}

/**
 * One of two lists must have entries; an issue is reported at the one that the specification names first. Returns 0, since each list's own
 * check counts it.
 */
function checkFirstFilled(report: Report, first: unknown, key: Key, choices: unknown): 0 {
  if (choices !== undefined && !(Array.isArray(choices) && choices.length === 0)) return 0;
  if (first === undefined) report.add('REQUIRED', key);
  else if (Array.isArray(first) && first.length === 0) report.add('EMPTY', key);
  return 0;
}

const buttonListMembers: ReadonlySet<string> = new Set(['buttons']);
const listButtonMembers: ReadonlySet<string> = new Set(['id', 'label']);
const urlButtonMembers: ReadonlySet<string> = new Set(['id', 'type', 'label', 'url']);
const callButtonMembers: ReadonlySet<string> = new Set(['id', 'type', 'label', 'phone']);
const buttonTypes = ['URL', 'CALL'];

function checkButtonAction(button: unknown, report: Report): void {
  if (!isRaw(button)) {
    report.add('WRONG_TYPE', undefined, { expected: 'object', got: button });
    return;
  }
  const { type } = button;
  let known =
    checkText(report, button.id, 'id', required) +
    checkWord(report, type, 'type', buttonTypes, true) +
    checkText(report, button.label, 'label', required);
  if (type === 'CALL') known += checkText(report, button.phone, 'phone', required);
  else if (type === 'URL') known += checkAddress(report, button.url, 'url');
  else return;
  checkUnknown(report, button, known, type === 'URL' ? urlButtonMembers : callButtonMembers);
}

function checkListButton(button: unknown, report: Report): void {
  if (!isRaw(button)) report.add('WRONG_TYPE', undefined, { expected: 'object', got: button });
  else {
    const known = checkText(report, button.id, 'id', required) + checkText(report, button.label, 'label', required);
    checkUnknown(report, button, known, listButtonMembers);
  }
}

function checkChoice(choice: unknown, report: Report): void {
  if (typeof choice !== 'string') report.add('WRONG_TYPE', undefined, { expected: 'text', got: choice });
  else {
    const address = urlOfChoice(choice);
    if (choice.trim() === '' || choice.startsWith('|')) report.add('EMPTY');
    else if (address && !isUrlTemplate(address.url)) {
      const url = suggestUrl(address.url);
      report.add('INVALID_URL', undefined, { got: address.url }, url && `${address.label}|url:${url}`);
    }
  }
}

/** The forms of an action in `choices`. */
const actionForms = ['Label|url:…', 'Label|call:…', 'Label|copy:…'];

/** Checks that an action has an address, a number or a code; a label alone, valid for replies, would do nothing. */
function checkActionChoice(choice: unknown, report: Report): void {
  checkChoice(choice, report);
  if (typeof choice !== 'string' || choice.trim() === '' || choice.startsWith('|')) return;
  if (/\|\s*(?:url:|call:|copy:|https?:)/i.test(choice)) return;
  const label = choice.split('|', 1)[0]!.trim().slice(0, 80);
  report.add('INVALID_VALUE', undefined, { got: choice, accepted: actionForms }, `${label}|url:`);
}

function checkAddress(report: Report, value: unknown, key: Key, needed = true): 0 | 1 {
  const here = checkText(report, value, key, { required: needed, filled: true });
  if (typeof value === 'string' && value.trim() !== '' && !isUrlTemplate(value)) {
    report.add('INVALID_URL', key, { got: value }, suggestUrl(value));
  }
  return here;
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');
const count = (value: unknown): 0 | 1 => (value === undefined ? 0 : 1);

/** Splits `Label|url:<address>` into its parts; undefined for a choice without an address. */
export function urlOfChoice(choice: string): { label: string; url: string } | undefined {
  const at = choice.indexOf('|url:');
  return at === -1 ? undefined : { label: choice.slice(0, at), url: choice.slice(at + 5) };
}

/** The members that are one template each. */
const plainTexts = ['message', 'text', 'footer', 'title', 'linkDescription', 'code'];
const urlTexts = ['image', 'audio', 'video', 'document', 'linkUrl'];

/**
 * The templates among a WhatsApp message's members. A choice is one template including its address; values cannot add a separator to it.
 */
export function whatsappTexts(data: Raw): TextMember[] {
  const members = kinds.get(data.type)?.members;
  const texts: TextMember[] = [];
  const add = (member: string, text: unknown, kind: TextMember['kind']): void => {
    if (typeof text === 'string') texts.push({ member, text, kind, channel: 'whatsapp' });
  };
  for (const member of plainTexts) if (members?.has(member)) add(member, data[member], 'plain');
  for (const member of urlTexts) if (members?.has(member)) add(member, data[member], 'url');
  if (members?.has('buttonActions') && Array.isArray(data.buttonActions)) {
    for (const [index, button] of data.buttonActions.entries()) {
      if (!isRaw(button)) continue;
      add(`buttonActions[${index}].label`, button.label, 'plain');
      add(`buttonActions[${index}].url`, button.url, 'url');
      add(`buttonActions[${index}].phone`, button.phone, 'plain');
    }
  }
  const { buttonList } = data;
  if (members?.has('buttonList') && isRaw(buttonList) && Array.isArray(buttonList.buttons)) {
    for (const [index, button] of buttonList.buttons.entries()) {
      if (isRaw(button)) add(`buttonList.buttons[${index}].label`, button.label, 'plain');
    }
  }
  if (members?.has('choices') && Array.isArray(data.choices)) {
    for (const [index, choice] of data.choices.entries()) add(`choices[${index}]`, choice, 'choice');
  }
  if (members?.has('template') && isRaw(data.template) && Array.isArray(data.template.parameters)) {
    for (const [index, parameter] of data.template.parameters.entries()) {
      add(`template.parameters[${index}]`, parameter, 'plain');
    }
  }
  return texts;
}
