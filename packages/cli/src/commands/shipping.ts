import {
  addShippingOption,
  formatMoney,
  retireShippingOption,
  shippingLimits,
  shippingOptionList,
  withDatabase,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type Command, type Input } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { uuid } from '../option-values.ts';
import { storeNotFound, readOfStore, storeCommand } from '../store-command.ts';

const texts = {
  'pt-BR': {
    added: (name: string, price: string) => `${name} por ${price} adicionado.`,
    none: 'Nenhuma forma de envio: a página de pagamento pede o endereço e não cobra frete.',
    free: 'grátis',
    days: (from: number | null, to: number | null) =>
      `${[from, to].filter((day) => day !== null).join(' a ')} ${to === 1 ? 'dia útil' : 'dias úteis'}`,
    above: (amount: string) => `grátis a partir de ${amount}`,
    removed: 'Removido. Os pedidos existentes não mudam.',
  },
  en: {
    added: (name: string, price: string) => `Added ${name} for ${price}.`,
    none: 'No shipping options: the payment page asks for the address and charges no shipping.',
    free: 'free',
    days: (from: number | null, to: number | null) =>
      `${[from, to].filter((day) => day !== null).join(' to ')} ${to === 1 ? 'business day' : 'business days'}`,
    above: (amount: string) => `free from ${amount}`,
    removed: 'Removed. Existing orders are not changed.',
  },
} as const;

const add = storeCommand({
  usage: 'shipping add --store ID --name N --price CENTS [--carrier C] [--days DAYS|FROM-TO] [--free-above CENTS]',
  summary: 'Add a shipping option',
  options: {
    name: { type: 'string', value: 'N', description: 'Name shown to shoppers, such as PAC', required: true },
    price: { type: 'string', value: 'CENTS', description: 'Price in cents; 0 for free shipping', required: true },
    carrier: { type: 'string', value: 'C', description: 'Carrier, such as Correios' },
    days: { type: 'string', value: 'DAYS|FROM-TO', description: 'Business days until delivery, such as 8 or 5-8' },
    'free-above': {
      type: 'string',
      value: 'CENTS',
      description: 'Free for orders of at least this amount, after discounts',
    },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const price = cents(input, 'price');
    if (price === null) throw new UsageError('--price is required');
    const option = {
      name: name(required(input, 'name'), 'name'),
      carrier: typeof input.values['carrier'] === 'string' ? name(input.values['carrier'], 'carrier') : null,
      price,
      ...turnaround(input),
      freeAbove: cents(input, 'free-above'),
    };
    const created = await withDatabase(input.environment, ({ db, audit }) =>
      addShippingOption(db, storeId, option, audit),
    );
    if (!created) return storeNotFound(storeId);
    return { json: { ...created, ...option }, text: texts[locale].added(option.name, formatMoney(price, locale)) };
  },
});

function name(text: string, option: string): string {
  const value = text.trim();
  if (value === '' || Array.from(value).length > shippingLimits.name) {
    throw new UsageError(`--${option} must have 1 to ${shippingLimits.name} characters`);
  }
  return value;
}

function cents({ values }: Input, option: string): number | null {
  const text = values[option];
  if (text === undefined) return null;
  const amount = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Infinity;
  if (amount > shippingLimits.cents)
    throw new UsageError(`--${option} must be an amount in cents, 0 to ${shippingLimits.cents}`);
  return amount;
}

/** Parses `--days`: `8` means at most 8 days, `5-8` also at least 5. */
function turnaround({ values }: Input): { turnaroundMinDays: number | null; turnaroundMaxDays: number | null } {
  const text = values['days'];
  if (typeof text !== 'string') return { turnaroundMinDays: null, turnaroundMaxDays: null };
  const [, from, to] = /^(?:(\d{1,3})-)?(\d{1,3})$/.exec(text) ?? [];
  const maxDays = Number(to ?? Infinity);
  const minDays = from === undefined ? null : Number(from);
  if (maxDays > shippingLimits.days || (minDays !== null && minDays > maxDays)) {
    throw new UsageError(`--days must be a number such as 8, or a range such as 5-8, up to ${shippingLimits.days}`);
  }
  return { turnaroundMinDays: minDays, turnaroundMaxDays: maxDays };
}

const list = storeCommand({
  usage: 'shipping list --store ID',
  summary: 'List the shipping options of a store, in the order shown to shoppers',
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const options = await readOfStore(input, shippingOptionList);
    if (!options) return storeNotFound(storeId);
    const say = texts[locale];
    const lines = options.map((option) => {
      const { turnaroundMinDays: from, turnaroundMaxDays: to, freeAbove, carrier } = option;
      const facts = [
        option.price === 0 ? say.free : formatMoney(option.price, locale),
        ...(to === null ? [] : [say.days(from, to)]),
        ...(freeAbove === null ? [] : [say.above(formatMoney(freeAbove, locale))]),
      ];
      const label = carrier === null ? option.name : `${option.name} (${carrier})`;
      return `${option.shippingOptionId}  ${label}: ${facts.join(', ')}`;
    });
    return { json: { options }, text: lines.join('\n') || say.none };
  },
});

const remove: Command = {
  usage: 'shipping remove OPTIONID',
  summary: 'Remove a shipping option',
  options: { lang: languageOption },
  args: 1,
  async run(input) {
    const shippingOptionId = uuid(input.args[0]!, 'shipping option');
    const locale = languageOf(input);
    const removed = await withDatabase(input.environment, ({ db, audit }) =>
      retireShippingOption(db, null, shippingOptionId, audit),
    );
    if (!removed) return refusal('SHIPPING_OPTION_NOT_FOUND', `Shipping option ${shippingOptionId} does not exist.`);
    return { json: { shippingOptionId, removed }, text: texts[locale].removed };
  },
};

/** Commands for a store's shipping methods: add, list, remove. */
export const shippingCommands = { 'shipping add': add, 'shipping list': list, 'shipping remove': remove };
