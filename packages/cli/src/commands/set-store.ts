import {
  changeStore,
  checkStoreSettings,
  chooseDomain,
  withDatabase,
  type StoreSettings,
} from '@retoma/server/commands';
import { flag, refusal, UsageError, type CommandOutput, type Command, type Input, type Option } from '../command.ts';
import { uuid } from '../option-values.ts';

const text = (value: string, description: string): Option => ({ type: 'string', value, description });
const trueOrFalse = (description: string): Option => ({ type: 'string', value: 'true|false', description });

/** Option → the setting that it writes. A setting is optional if its option takes `none`. */
const settings = {
  name: { member: 'name', option: text('N', 'Name shown to shoppers') },
  'time-zone': { member: 'timeZone', option: text('ZONE', 'Time zone, such as America/Sao_Paulo') },
  'legal-name': { member: 'legalName', option: text('N|none', 'Registered name of the seller') },
  document: { member: 'document', option: text('D|none', 'CNPJ or CPF') },
  address: { member: 'address', option: text('A|none', 'Postal address, on one line') },
  email: { member: 'email', option: text('E|none', 'Contact e-mail address') },
  phone: { member: 'phone', option: text('P|none', 'Contact phone number') },
  url: { member: 'url', option: text('U|none', 'Website') },
  'site-hosts': {
    member: 'siteHosts',
    option: text('H,H|none', 'Other hosts to which unsigned carts may link'),
  },
  'returns-url': { member: 'returnsUrl', option: text('U|none', 'Return policy URL') },
  'privacy-url': { member: 'privacyUrl', option: text('U|none', 'Privacy policy URL') },
  'logo-url': { member: 'logoUrl', option: text('U|none', 'Logo URL') },
  accent: { member: 'accent', option: text('#RRGGBB|none', 'Button colour of the payment page') },
  'business-hours': {
    member: 'businessHours',
    option: text('DAYS HH:MM-HH:MM', 'When waits end that keep to business hours; days from 0 (Sunday), such as 12345'),
  },
} as const satisfies Record<string, { member: keyof StoreSettings; option: Option }>;
const flags = {
  active: { member: 'active', option: trueOrFalse('Accept checkouts and events') },
  'signed-only': { member: 'signedCartsOnly', option: trueOrFalse('Reject carts that are not signed by a server') },
  'count-bots': { member: 'countMachines', option: trueOrFalse('Count opens and clicks by bots') },
  live: { member: 'live', option: trueOrFalse('Live mode: sandbox payments are rejected') },
} as const satisfies Record<string, { member: keyof StoreSettings; option: Option }>;
const numbers = {
  'pix-minutes': { member: 'pixMinutes', option: text('M', 'Validity of PIX codes in minutes, 15 to 43200') },
  'boleto-days': { member: 'boletoDays', option: text('D', 'Days until a boleto is due, 1 to 60') },
  'abandon-minutes': {
    member: 'abandonMinutes',
    option: text('M', 'Minutes of inactivity until a checkout is abandoned, 10 to 10080'),
  },
  'no-reply-minutes': {
    member: 'noReplyMinutes',
    option: text('M', 'Minutes without a reply until onNoReply starts, 1 to 10080'),
  },
  'late-minutes': {
    member: 'lateMinutes',
    option: text('M', 'Minutes after which a late message is not sent, 1 to 10080'),
  },
} as const satisfies Record<string, { member: keyof StoreSettings; option: Option }>;
const all = { ...flags, ...settings, ...numbers };

/** The command that changes a store's data and settings. */
export const setStore: Command = {
  usage: 'store set ID --OPTION VALUE...',
  summary: 'Change the settings of a store; takes effect within 5 seconds',
  options: {
    ...Object.fromEntries(Object.entries(all).map(([name, { option }]) => [name, option])),
    domain: text('HOST|none', 'Domain of payment links; used once its DNS is verified'),
  },
  args: 1,
  async run(input): Promise<CommandOutput> {
    const storeId = uuid(input.args[0]!);
    const checked = checkStoreSettings(settingsIn(input));
    if (!checked.ok) return refusal('INVALID_SETTING', checked.wrong.map(settingText).join('\n'));
    const { domain } = input.values as { domain?: string };
    const chosen = domain !== undefined && { domain: domain === 'none' ? null : hostname(domain) };
    const change = { ...checked.change, ...chosen };
    if (Object.keys(change).length === 0) {
      throw new UsageError('no settings given; see retoma store set --help');
    }
    const refused = await withDatabase(input.environment, async (context) => {
      const refusal = chosen && (await chooseDomain(context, storeId, chosen.domain, context.audit));
      return refusal || changeStore(context.db, storeId, checked.change, context.audit);
    });
    if (refused) return refusal(refused, refusals[refused](storeId, domain));
    return { json: { storeId, ...change }, text: `Updated store ${storeId}.` };
  },
};

const refusals = {
  STORE_NOT_FOUND: (storeId: string) => `Store ${storeId} does not exist.`,
  DOMAIN_TAKEN: (_: string, domain = '') => `Domain ${domain} is already verified by another store.`,
  SANDBOX_IN_LIVE_STORE: () => 'The store uses sandbox payments. Connect a payment provider first: retoma payment set',
  TEST_STORE: () => 'A test store has the settings of its store.',
  EXAMPLE_STORE: () => 'An example store cannot have a domain or go live.',
};

/** The settings that the options name. An invalid number is passed on as text, so that the setting's check refuses it. */
function settingsIn(input: Input): StoreSettings {
  const chosen: StoreSettings = {};
  for (const [name, { member }] of Object.entries(flags)) chosen[member] = flag(input, name);
  for (const [name, { member, option }] of Object.entries(settings)) {
    const value = input.values[name];
    chosen[member] = value === 'none' && option.value?.endsWith('|none') ? null : value;
  }
  if (typeof chosen.businessHours === 'string') chosen.businessHours = readHours(chosen.businessHours);
  for (const [name, { member }] of Object.entries(numbers)) {
    const value = input.values[name];
    chosen[member] = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  }
  return chosen;
}

/** `12345 08:00-18:00` as business hours; another text is refused by the setting's check. */
function readHours(text: string): unknown {
  const [, days = '', from, to] = /^([0-6]+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  return { from, to, days: Array.from(days, Number) };
}

function settingText({ member, takes }: { member: string; takes: string }): string {
  const name = Object.entries(all).find(([, setting]) => setting.member === member)?.[0] ?? member;
  return `--${name} must be ${takes}.`;
}

function hostname(text: string): string {
  const host = text.toLowerCase();
  if (host.length > 253 || !/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(host)) {
    throw new UsageError('--domain must be a host name such as pagar.loja.com.br, without https://');
  }
  return host;
}
