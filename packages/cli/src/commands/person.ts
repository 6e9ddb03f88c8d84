import { changeConsent, erasePerson, exportPerson, listPeople, withDatabase } from '@retoma/server/commands';
import type { ContactRequest, Identity, PeopleList, PersonRefusal } from '@retoma/server/commands';
import { refusal, UsageError, type CommandOutput, type Option } from '../command.ts';
import { languageOption } from '../language.ts';
import { channelLabels } from '../option-values.ts';
import { storeCommand, type StoreInput } from '../store-command.ts';

const named = {
  email: { type: 'string', value: 'E', description: 'E-mail address' },
  phone: { type: 'string', value: 'P', description: 'Phone number, in any format' },
} as const satisfies Record<string, Option>;
const document: Option = { type: 'string', value: 'D', description: 'CPF or CNPJ' };
const base = { ...named, lang: languageOption } as const;

/** A longer statement timeout, since whole tables are scanned. */
const pool = { statementMs: 60_000 };

const texts: Record<PersonRefusal | 'NO_ADDRESS' | 'STORE_NOT_FOUND', { 'pt-BR': string; en: string }> = {
  CONTACT_REQUIRED: { 'pt-BR': 'Informe um contato.', en: 'A contact is required.' },
  INVALID_EMAIL: { 'pt-BR': 'E-mail inválido.', en: 'Invalid e-mail address.' },
  INVALID_PHONE: { 'pt-BR': 'Telefone inválido.', en: 'Invalid phone number.' },
  INVALID_DOCUMENT: { 'pt-BR': 'CPF ou CNPJ inválido.', en: 'Invalid CPF or CNPJ.' },
  NO_ADDRESS: {
    'pt-BR': 'Este canal não usa o contato informado.',
    en: 'This channel does not use the given contact.',
  },
  STORE_NOT_FOUND: { 'pt-BR': 'Esta loja não existe.', en: 'The store does not exist.' },
};

/** The contact that a command names; UsageError without one. */
function readPerson(input: StoreInput): ContactRequest {
  const option = (name: string): string | undefined => {
    const value = input.values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const person = { email: option('email'), phone: option('phone'), document: option('document') };
  if (Object.values(person).every((value) => value === undefined))
    throw new UsageError('a contact is required, such as --email or --phone');
  return person;
}

const contactOf = ({ email, phone, document }: Identity): string =>
  [email, phone].filter((value) => value !== null).join(' ') || (document ?? '');

const find = storeCommand({
  usage: 'person find --store ID [--email E] [--phone P] [--document D]',
  summary: 'Find the people who match a contact, with their orders',
  options: { ...base, document },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const person = readPerson(input);
    const found = await withDatabase(input.environment, ({ people }) => listPeople(people, { storeId, person }), pool);
    if (!found.ok) return refusal(found.code, texts[found.code][locale]);
    const { people, purchases, isCut } = found;
    return { json: { people, purchases, truncated: isCut }, text: describePeople(found, locale) };
  },
});

function describePeople({ people, purchases }: PeopleList, locale: 'pt-BR' | 'en'): string {
  const labels = {
    'pt-BR': {
      none: 'Nenhuma pessoa encontrada.',
      orders: 'pedidos',
      carts: 'carrinhos',
      messages: 'mensagens',
      other: 'outra pessoa',
    },
    en: { none: 'No people found.', orders: 'orders', carts: 'carts', messages: 'messages', other: 'someone else' },
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
  summary: 'Export all personal data of a person (LGPD)',
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
  summary: 'Erase all personal data of a person and opt them out (LGPD)',
  options: { ...base, document, yes: { type: 'boolean', description: 'Confirm; this cannot be undone' } },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const person = readPerson(input);
    if (input.values['yes'] !== true)
      throw new UsageError('this cannot be undone; review the data with person find, then add --yes to confirm');
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
      'pt-BR': ' Dados novos chegaram nesse meio-tempo: repita o comando.',
      en: ' New data arrived in the meantime: run the command again.',
    };
    const others = untouched.map((one) => `\n  ${contactOf(one)}`).join('');
    const leftText = {
      'pt-BR': `\nNão apagados, por terem outros dados de contato:${others}`,
      en: `\nNot erased, because their contact data differs:${others}`,
    };
    const text = message[locale] + (finished ? '' : again[locale]) + (untouched.length === 0 ? '' : leftText[locale]);
    return { json: { requestId, counts, finished, notErased: untouched }, text, exitCode: finished ? 0 : 1 };
  },
});

const channelOption: Option = {
  type: 'string',
  value: 'whatsapp|email|sms',
  description: 'Only this channel (default: all channels of the contact)',
};
const channels = ['whatsapp', 'email', 'sms'] as const;

async function change(input: StoreInput, state: 'withdrawn' | 'granted'): Promise<CommandOutput> {
  const { storeId, locale } = input;
  const person = readPerson(input);
  const requested = input.values['channel'];
  const channel = channels.find((one) => one === requested);
  if (requested !== undefined && !channel) throw new UsageError(`--channel must be one of: ${channels.join(', ')}`);
  const changed = await withDatabase(input.environment, ({ people, audit }) =>
    changeConsent(people, { storeId, person, channel, state, source: 'cli' }, audit),
  );
  if (!changed.ok) return refusal(changed.code, texts[changed.code][locale]);
  const list = changed.channels.map((one) => channelLabels[one]).join(', ');
  const message = {
    withdrawn: { 'pt-BR': `Mensagens por ${list} bloqueadas.`, en: `Opted out of ${list}.` },
    granted: { 'pt-BR': `Mensagens por ${list} permitidas.`, en: `Opted in to ${list}.` },
  };
  return { json: { channels: changed.channels, optedOut: state === 'withdrawn' }, text: message[state][locale] };
}

const optOut = storeCommand({
  usage: 'person opt-out --store ID [--email E] [--phone P] [--channel whatsapp|email|sms]',
  summary: 'Opt a person out of messages',
  options: { ...base, channel: channelOption },
  args: 0,
  run: (input) => change(input, 'withdrawn'),
});

const optIn = storeCommand({
  usage: 'person opt-in --store ID [--email E] [--phone P] [--channel whatsapp|email|sms]',
  summary: 'Opt a person back in to messages',
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
