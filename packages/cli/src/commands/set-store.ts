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
  name: { member: 'name', option: text('N', 'Its name, as shoppers read it') },
  'time-zone': { member: 'timeZone', option: text('ZONE', 'Where it is: America/Sao_Paulo') },
  'legal-name': { member: 'legalName', option: text('N|none', 'Who sells, as it is registered') },
  document: { member: 'document', option: text('D|none', 'Its CNPJ or CPF') },
  address: { member: 'address', option: text('A|none', 'Its address, on one line') },
  email: { member: 'email', option: text('E|none', 'Where shoppers write to') },
  phone: { member: 'phone', option: text('P|none', 'Where shoppers call') },
  url: { member: 'url', option: text('U|none', 'Its site') },
  'site-hosts': {
    member: 'siteHosts',
    option: text('H,H|none', 'Where else than to its site unsigned carts may lead'),
  },
  'returns-url': { member: 'returnsUrl', option: text('U|none', 'Its rules for returns') },
  'privacy-url': { member: 'privacyUrl', option: text('U|none', 'Its privacy policy') },
  'logo-url': { member: 'logoUrl', option: text('U|none', 'The picture of its logo') },
  accent: { member: 'accent', option: text('#RRGGBB|none', 'The colour of the payment page’s buttons') },
} as const satisfies Record<string, { member: keyof StoreSettings; option: Option }>;
const flags = {
  active: { member: 'active', option: trueOrFalse('Whether it takes checkouts') },
  'signed-only': { member: 'signedCartsOnly', option: trueOrFalse('Refuse carts that no server has signed') },
  'count-machines': { member: 'countMachines', option: trueOrFalse('Whether opens and clicks of machines count') },
  live: { member: 'live', option: trueOrFalse('Whether it sells in earnest: then no payment is pretended') },
} as const satisfies Record<string, { member: keyof StoreSettings; option: Option }>;
const numbers = {
  'pix-minutes': { member: 'pixMinutes', option: text('M', 'For how long a PIX code is good, 15 to 43200') },
  'boleto-days': { member: 'boletoDays', option: text('D', 'In how many days a boleto is due, 1 to 60') },
  'abandon-minutes': {
    member: 'abandonMinutes',
    option: text('M', 'Without activity until a cart is abandoned, 10 to 10080'),
  },
  'no-reply-minutes': { member: 'noReplyMinutes', option: text('M', 'Without a reply until onNoReply, 1 to 10080') },
  'late-minutes': { member: 'lateMinutes', option: text('M', 'By how much a message may be late, 1 to 10080') },
} as const satisfies Record<string, { member: keyof StoreSettings; option: Option }>;
const all = { ...flags, ...settings, ...numbers };

/** The command that changes a store's data and settings. */
export const setStore: Command = {
  usage: 'store set ID --OPTION VALUE...',
  summary: 'Change a store; running services follow within 5 s',
  options: {
    ...Object.fromEntries(Object.entries(all).map(([name, { option }]) => [name, option])),
    domain: text('HOST|none', 'Domain of payment links, used once it points here and answers TLS'),
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
      throw new UsageError('say what to change: see retoma store set --help');
    }
    const refused = await withDatabase(input.environment, async (context) => {
      const refusal = chosen && (await chooseDomain(context, storeId, chosen.domain, context.audit));
      return refusal || changeStore(context.db, storeId, checked.change, context.audit);
    });
    if (refused) return refusal(refused, refusals[refused](storeId, domain));
    return { json: { storeId, ...change }, text: `Changed store ${storeId}.` };
  },
};

const refusals = {
  STORE_NOT_FOUND: (storeId: string) => `There is no store ${storeId}.`,
  DOMAIN_TAKEN: (_: string, domain = '') => `Another store has proved the domain ${domain} to be its own, and uses it.`,
  SANDBOX_IN_LIVE_STORE: () => 'Its payments are those of the sandbox: give it a provider first (retoma payment set).',
  EXAMPLE_STORE: () => 'It holds example data: it has no domain and does not sell.',
};

/** The settings that the options name. An invalid number is passed on as text, so that the setting's check refuses it. */
function settingsIn(input: Input): StoreSettings {
  const chosen: StoreSettings = {};
  for (const [name, { member }] of Object.entries(flags)) chosen[member] = flag(input, name);
  for (const [name, { member, option }] of Object.entries(settings)) {
    const value = input.values[name];
    chosen[member] = value === 'none' && option.value?.endsWith('|none') ? null : value;
  }
  for (const [name, { member }] of Object.entries(numbers)) {
    const value = input.values[name];
    chosen[member] = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  }
  return chosen;
}

function settingText({ member, takes }: { member: string; takes: string }): string {
  const name = Object.entries(all).find(([, setting]) => setting.member === member)?.[0] ?? member;
  return `--${name} takes ${takes}.`;
}

function hostname(text: string): string {
  const host = text.toLowerCase();
  if (host.length > 253 || !/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(host)) {
    throw new UsageError('--domain takes a host name such as pagar.loja.com.br, without https://');
  }
  return host;
}
