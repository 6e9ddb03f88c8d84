import { localized, type Localized } from '@retoma/commerce/locale';
import { channels, triggers, type Channel, type Trigger } from '../../members/trigger.ts';

/** How a metatag's value is read and shown (TAG1). `list`: the items of an order or cart; `html`: for e-mail only. */
export type MetatagType = 'text' | 'money' | 'date' | 'integer' | 'url' | 'list' | 'html';

/** Only `active` metatags should be used; `legacy` and `deprecated` ones are still replaced, `planned` ones render as nothing. */
export type MetatagStatus = 'active' | 'legacy' | 'deprecated' | 'planned';

/** A placeholder of messages, written as `{{name}}`. */
export type Metatag<Name extends string = string> = {
  readonly name: Name;
  /** The part of the name before the first dot; null for `current_year`. */
  readonly category: string | null;
  /** The part of the name after the first dot. */
  readonly field: string;
  readonly type: MetatagType;
  /** A value in plain text, as this type is rendered. */
  readonly example: string;
  /** A few words, for chips and lists. */
  readonly label: Localized;
  /** A sentence without a full stop. */
  readonly description: Localized;
  /** The triggers with which it may be used, whether or not these are validated (DEF9). */
  readonly triggers: readonly Trigger[];
  readonly channels: readonly Channel[];
  readonly status: MetatagStatus;
  /** `personal`: identifies a person; `sensitive`: should not be part of a message (SENSITIVE_METATAG). */
  readonly sensitivity: 'none' | 'personal' | 'sensitive';
  /** A shopper, or the page from which a shopper came, decides its content: web addresses in it are removed (COM20). */
  readonly shopperText?: true;
  /** An identifier, a code or a machine address: shoppers must not see it. */
  readonly forPrograms?: true;
  /** The metatag of which this one is another name. */
  readonly aliasOf?: string;
  /** The replacement of a legacy metatag; null if there is none. */
  readonly replacement?: string | null;
};

/** Deviations from the default: active, for every channel, not about a person. */
type Traits = Partial<
  Pick<Metatag, 'channels' | 'status' | 'sensitivity' | 'shopperText' | 'forPrograms' | 'aliasOf' | 'replacement'>
>;

/** A row of the catalogue: all there is to say about one metatag. */
type Row = readonly [
  field: string,
  type: MetatagType,
  triggers: readonly Trigger[],
  example: string,
  label: readonly [portuguese: string, english: string],
  description: readonly [portuguese: string, english: string],
  traits?: Traits,
];

/** The metatag of a row, as narrow as the row in the members on which `ActiveField` depends. */
type MetatagOf<Category extends string | null, Entry extends Row> = Entry extends Row
  ? Metatag<Category extends string ? `${Category}.${Entry[0]}` : Entry[0]> & {
      readonly field: Entry[0];
      readonly type: Entry[1];
      readonly status: Entry extends readonly [...unknown[], { readonly status: infer Status }] ? Status : 'active';
    } & (Entry extends readonly [...unknown[], { readonly aliasOf: string }] ? { readonly aliasOf: string } : unknown)
  : never;

/** Builds the metatags of one category from its rows. */
export function category<const Category extends string | null, const Rows extends readonly Row[]>(
  category: Category,
  rows: Rows,
): readonly MetatagOf<Category, Rows[number]>[] {
  const built = rows.map(([field, type, triggers, example, label, description, traits]): Metatag => ({
    name: category === null ? field : `${category}.${field}`,
    category,
    field,
    type,
    example,
    label: localized(...label),
    description: localized(...description),
    triggers,
    channels,
    status: 'active',
    sensitivity: 'none',
    ...traits,
  }));
  return built as unknown as readonly MetatagOf<Category, Rows[number]>[];
}

/** Sets of triggers that metatags share, named for what the triggers have in common. */
export const on = {
  every: triggers,
  /** An order that is unpaid, paid or refused. */
  payment: ['pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated'],
  order: ['pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated', 'tracking_code_updated'],
  cart: ['pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated', 'cart.abandoned'],
  /** A checkout exists: all triggers except shipment updates. */
  checkout: triggers.filter((trigger) => trigger !== 'tracking_code_updated'),
  /** The cart can still be bought, so a link to resume it makes sense. */
  openCart: ['pix.generated', 'payment.failed', 'boleto.generated', 'cart.abandoned'],
  openCheckout: ['pix.generated', 'payment.failed', 'boleto.generated', 'cart.abandoned', 'lead.created'],
  /** A coupon could bring the shopper back. */
  recovery: ['pix.generated', 'payment.failed', 'cart.abandoned'],
  pixOrBoleto: ['pix.generated', 'boleto.generated'],
  paidOrder: ['payment.confirmed', 'tracking_code_updated'],
  card: ['payment.confirmed', 'payment.failed'],
  pix: ['pix.generated'],
  paid: ['payment.confirmed'],
  refused: ['payment.failed'],
  boleto: ['boleto.generated'],
  abandoned: ['cart.abandoned'],
  tracking: ['tracking_code_updated'],
} as const satisfies Record<string, readonly Trigger[]>;

/** HTML, of which other channels would show the markup. */
export const emailOnly: Traits = { channels: ['email'] };
/** Identifies the person. */
export const personal: Traits = { sensitivity: 'personal' };
/** Identifies the person, in text that the person wrote. */
export const personalText: Traits = { sensitivity: 'personal', shopperText: true };
/** Text that a shopper wrote, which does not identify a person. */
export const shopperText: Traits = { shopperText: true };
/** Should not be part of a message. */
export const sensitive: Traits = { sensitivity: 'sensitive' };
/** Not for people: identifiers, codes in lower case, machine addresses. */
export const forPrograms: Traits = { forPrograms: true };
/** Has no value yet. */
export const planned = { status: 'planned' } as const satisfies Traits;
/** Shows the value of another metatag. */
export const aliasOf = (name: string) => ({ aliasOf: name }) satisfies Traits;
/** Is still replaced, but its replacement, if there is one, should be used. */
export const legacy = (replacement: string | null = null) =>
  ({ status: 'legacy', replacement }) as const satisfies Traits;
