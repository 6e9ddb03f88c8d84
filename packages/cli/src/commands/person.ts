import { changeConsent, erasePerson, exportPerson, listPeople, withDatabase } from '@retoma/server/commands';
import type { ContactRequest, Identity, PeopleList, PersonRefusal } from '@retoma/server/commands';
import { refusal, UsageError, type CommandOutput, type Option } from '../command.ts';
import { languageOption } from '../language.ts';
import { channelLabels } from '../option-values.ts';
import { storeCommand, type StoreInput } from '../store-command.ts';

const named = {
  email: { type: 'string', value: 'E', description: 'E-mail address of the person' },
  phone: { type: 'string', value: 'P', description: 'Phone, however it is written' },
} as const satisfies Record<string, Option>;
const document: Option = { type: 'string', value: 'D', description: 'CPF or CNPJ' };
const base = { ...named, lang: languageOption } as const;

/** A longer statement timeout, since whole tables are scanned. */
const pool = { statementMs: 60_000 };

const texts: Record<PersonRefusal | 'NO_ADDRESS' | 'STORE_NOT_FOUND', { 'pt-BR': string; en: string }> = {
  NOBODY_NAMED: { 'pt-BR': 'Diga de quem se trata.', en: 'Say of whom.' },
  INVALID_EMAIL: { 'pt-BR': 'Isso não é um e-mail.', en: 'That is no e-mail address.' },
  INVALID_PHONE: { 'pt-BR': 'Isso não é um telefone.', en: 'That is no phone number.' },
  INVALID_DOCUMENT: { 'pt-BR': 'Isso não é um documento.', en: 'That is no document.' },
  NO_ADDRESS: { 'pt-BR': 'Esse canal não chega ao que foi dito.', en: 'That channel does not reach what was told.' },
  STORE_NOT_FOUND: { 'pt-BR': 'Essa loja não existe.', en: 'There is no such store.' },
};

/** The contact that a command names; UsageError without one. */
function readPerson(input: StoreInput): ContactRequest {
  const option = (name: string): string | undefined => {
    const value = input.values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const person = { email: option('email'), phone: option('phone'), document: option('document') };
  if (Object.values(person).every((value) => value === undefined))
    throw new UsageError('say of whom, by e-mail or phone');
  return person;
}

const contactOf = ({ email, phone, document }: Identity): string =>
  [email, phone].filter((value) => value !== null).join(' ') || (document ?? '');

const find = storeCommand({
  usage: 'person find --store ID [--email E] [--phone P] [--document D]',
  summary: 'List the people whom a contact may mean, and what export and erase would take of them',
  options: { ...base, document },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const person = readPerson(input);
    const found = await withDatabase(input.environment, ({ people }) => listPeople(people, { storeId, person }), pool);
    if (!found.ok) return refusal(found.code, texts[found.code][locale]);
    const { people, purchases, isCut } = found;
    return { json: { people, purchases, isCut }, text: describePeople(found, locale) };
  },
});

function describePeople({ people, purchases }: PeopleList, locale: 'pt-BR' | 'en'): string {
  const labels = {
    'pt-BR': { none: 'Ninguém.', orders: 'pedidos', carts: 'carrinhos', messages: 'mensagens', other: 'outra pessoa' },
    en: { none: 'Nobody.', orders: 'orders', carts: 'carts', messages: 'messages', other: 'someone else' },
  }[locale];
  if (people.length === 0) return labels.none;
  return people
    .flatMap((one, index) => [
      `${contactOf(one)}  ${one.names.join(', ')}  ${labels.orders} ${one.orders}, ${labels.carts} ${one.carts}, ${labels.messages} ${one.messages}${one.isNamed ? '' : `  (${labels.other})`}`,
      ...purchases
        .filter((purchase) => purchase.people.includes(index))
        .map(({ number, id, status, at }) => `  ${at.toISOString()}  ${number ?? id}  ${status}`),
    ])
    .join('\n');
}

const exporting = storeCommand({
  usage: 'person export --store ID [--email E] [--phone P] [--document D]',
  summary: 'Write down everything that a store has of a person',
  options: { ...base, document },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const person = readPerson(input);
    const exported = await withDatabase(
      input.environment,
      ({ people, audit }) => exportPerson(people, { storeId, person, by: 'cli' }, audit),
      pool,
    );
    if (!exported.ok) return refusal(exported.code, texts[exported.code][locale]);
    return { json: exported.data, text: JSON.stringify(exported.data, null, 2) };
  },
});

const erase = storeCommand({
  usage: 'person erase --store ID [--email E] [--phone P] [--document D] --yes',
  summary: 'Erase what a store has of a person, and write to them no more',
  options: { ...base, document, yes: { type: 'boolean', description: 'Really; it cannot be undone' } },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const person = readPerson(input);
    if (input.values['yes'] !== true)
      throw new UsageError('this cannot be undone: look at what goes with person find, then add --yes');
    const erased = await withDatabase(
      input.environment,
      ({ people, audit }) => erasePerson(people, { storeId, person, by: 'cli' }, audit),
      pool,
    );
    if (!erased.ok) return refusal(erased.code, texts[erased.code][locale]);
    const { requestId, counts, finished, untouched } = erased;
    const changed = Object.entries(counts).filter(([, count]) => count > 0);
    const list = changed.map(([name, count]) => `${name} ${count}`).join(', ');
    const message = {
      'pt-BR': list === '' ? 'Nada a apagar.' : `Apagado: ${list}.`,
      en: list === '' ? 'Nothing to erase.' : `Erased: ${list}.`,
    };
    const again = {
      'pt-BR': ' Chegaram dados novos enquanto isso: repita o comando.',
      en: ' New data arrived meanwhile: run the command again.',
    };
    const others = untouched.map((one) => `\n  ${contactOf(one)}`).join('');
    const leftText = {
      'pt-BR': `\nFicaram, porque algo nelas difere:${others}`,
      en: `\nLeft, because something in them differs:${others}`,
    };
    const text = message[locale] + (finished ? '' : again[locale]) + (untouched.length === 0 ? '' : leftText[locale]);
    return { json: { requestId, counts, finished, untouched }, text, exitCode: finished ? 0 : 1 };
  },
});

const channelOption: Option = {
  type: 'string',
  value: 'whatsapp|email|sms',
  description: 'This channel alone; else every one that reaches what was told',
};
const channels = ['whatsapp', 'email', 'sms'] as const;

async function change(input: StoreInput, state: 'withdrawn' | 'granted'): Promise<CommandOutput> {
  const { storeId, locale } = input;
  const person = readPerson(input);
  const requested = input.values['channel'];
  const channel = channels.find((one) => one === requested);
  if (requested !== undefined && !channel) throw new UsageError(`--channel takes ${channels.join(', ')}`);
  const changed = await withDatabase(input.environment, ({ people, audit }) =>
    changeConsent(people, { storeId, person, channel, state, source: 'cli' }, audit),
  );
  if (!changed.ok) return refusal(changed.code, texts[changed.code][locale]);
  const list = changed.channels.map((one) => channelLabels[one]).join(', ');
  const message = {
    withdrawn: { 'pt-BR': `Nada mais será enviado por ${list}.`, en: `Nothing more is sent by ${list}.` },
    granted: { 'pt-BR': `Mensagens por ${list} permitidas de novo.`, en: `Messages by ${list} are allowed again.` },
  };
  return { json: { channels: changed.channels, optedOut: state === 'withdrawn' }, text: message[state][locale] };
}

const optOut = storeCommand({
  usage: 'person opt-out --store ID [--email E] [--phone P] [--channel whatsapp|email|sms]',
  summary: 'Write to a person no more',
  options: { ...base, channel: channelOption },
  args: 0,
  run: (input) => change(input, 'withdrawn'),
});

const optIn = storeCommand({
  usage: 'person opt-in --store ID [--email E] [--phone P] [--channel whatsapp|email|sms]',
  summary: 'Take back that a person is written to no more: they agreed again',
  options: { ...base, channel: channelOption },
  args: 0,
  run: (input) => change(input, 'granted'),
});

/** Commands for people: find, export, erase, opt-out, opt-in. */
export const personCommands = {
  'person find': find,
  'person export': exporting,
  'person erase': erase,
  'person opt-out': optOut,
  'person opt-in': optIn,
};
