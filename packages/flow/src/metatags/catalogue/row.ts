import { channels, triggers, type Channel, type Trigger } from '../../definition/trigger.ts';

/** How the value of a metatag is read and shown (TAG1). `list` takes the items of an order or cart, `html` is e-mail only. */
export type MetatagType = 'text' | 'money' | 'date' | 'integer' | 'url' | 'list' | 'html';

/** Only `active` ones should be used; `legacy` and `deprecated` ones are still replaced, `planned` ones render empty. */
export type MetatagStatus = 'active' | 'legacy' | 'deprecated' | 'planned';

/** One placeholder that a message may hold, as `{{name}}`. */
export type Metatag<Name extends string = string> = {
  readonly name: Name;
  /** The part before the first dot; null for `current_year`, which has none. */
  readonly category: string | null;
  /** The part after it. */
  readonly field: string;
  readonly type: MetatagType;
  /** A value as the type renders it in plain text. */
  readonly example: string;
  readonly description: { readonly 'pt-BR': string; readonly en: string };
  /** The triggers that it may be used with, validated (DEF9) or not. */
  readonly triggers: readonly Trigger[];
  readonly channels: readonly Channel[];
  readonly status: MetatagStatus;
  /** `personal` identifies a person; `sensitive` should not travel in a message (SENSITIVE_METATAG). */
  readonly sensitivity: 'none' | 'personal' | 'sensitive';
  /** A shopper, or a page that a shopper came from, decides what it says: web addresses in it are left out (COM20). */
  readonly shopperText?: true;
  /** The metatag whose value this one shows under another name. */
  readonly aliasOf?: string;
  /** What to use in place of a legacy one; null when nothing replaces it. */
  readonly replacement?: string | null;
};

/** What sets a metatag apart from the rest: by default it is active, for every channel and not about a person. */
type Traits = Partial<Pick<Metatag, 'channels' | 'status' | 'sensitivity' | 'shopperText' | 'aliasOf' | 'replacement'>>;

/** A metatag as the catalogue writes it: field, type, triggers, example, description in Portuguese and in English. */
type Row<Field> = readonly [
  field: Field,
  type: MetatagType,
  triggers: readonly Trigger[],
  example: string,
  portuguese: string,
  english: string,
  traits?: Traits,
];

/** Makes the metatags of one category from its rows. */
export function category<const Category extends string | null, const Field extends string>(
  category: Category,
  rows: readonly Row<Field>[],
): readonly Metatag<Category extends string ? `${Category}.${Field}` : Field>[] {
  type Name = Category extends string ? `${Category}.${Field}` : Field;
  return rows.map(([field, type, triggers, example, portuguese, en, traits]) => ({
    name: (category === null ? field : `${category}.${field}`) as Name,
    category,
    field,
    type,
    example,
    description: { 'pt-BR': portuguese, en },
    triggers,
    channels,
    status: 'active',
    sensitivity: 'none',
    ...traits,
  }));
}

/** The sets of triggers that metatags share, each named for what the triggers have in common. */
export const on = {
  every: triggers,
  /** An order waits for payment, was paid or refused. */
  payment: ['pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated'],
  order: ['pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated', 'tracking_code_updated'],
  cart: ['pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated', 'cart.abandoned'],
  /** There is a checkout: all but what comes of a shipment. */
  checkout: triggers.filter((trigger) => trigger !== 'tracking_code_updated'),
  /** The cart may still be bought: a link to resume it makes sense. */
  openCart: ['pix.generated', 'payment.failed', 'boleto.generated', 'cart.abandoned'],
  openCheckout: ['pix.generated', 'payment.failed', 'boleto.generated', 'cart.abandoned', 'lead.created'],
  /** A coupon could win the shopper back. */
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

/** It is HTML: other channels would show the markup. */
export const emailOnly: Traits = { channels: ['email'] };
/** It identifies the person. */
export const personal: Traits = { sensitivity: 'personal' };
/** It identifies the person, in text that the person wrote. */
export const personalText: Traits = { sensitivity: 'personal', shopperText: true };
/** A shopper writes it, and it identifies no person. */
export const shopperText: Traits = { shopperText: true };
/** It should not travel in a message. */
export const sensitive: Traits = { sensitivity: 'sensitive' };
/** Nothing fills it yet. */
export const planned: Traits = { status: 'planned' };
/** It shows the value of another metatag. */
export const aliasOf = (name: string): Traits => ({ aliasOf: name });
/** It is still replaced, but should give way to its replacement, if there is one. */
export const legacy = (replacement: string | null = null): Traits => ({ status: 'legacy', replacement });
