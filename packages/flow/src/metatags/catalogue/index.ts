import { browser } from './browser.ts';
import { cart } from './cart.ts';
import { checkout } from './checkout.ts';
import { coupon } from './coupon.ts';
import { customer } from './customer.ts';
import { lead } from './lead.ts';
import { order } from './order.ts';
import { payment } from './payment.ts';
import type { Metatag } from './row.ts';
import { shipping } from './shipping.ts';
import { store } from './store.ts';
import { tracking } from './tracking.ts';
import { withoutCategory } from './without-category.ts';

const byCategory = {
  customer,
  order,
  store,
  shipping,
  tracking,
  lead,
  cart,
  checkout,
  browser,
  payment,
  coupon,
} as const satisfies Record<string, readonly Metatag[]>;

/** The part of a metatag before the first dot; also a key of the data from which messages are rendered. */
export type MetatagCategory = keyof typeof byCategory;

/** A name of a metatag, without braces. */
export type MetatagName =
  (typeof byCategory)[MetatagCategory][number]['name'] | (typeof withoutCategory)[number]['name'];

/** The active metatags of a category. */
export type ActiveMetatag<Category extends MetatagCategory> = Extract<
  (typeof byCategory)[Category][number],
  { status: 'active' }
>;

/** The categories in display order. */
export const metatagCategories = Object.keys(byCategory) as readonly MetatagCategory[];

/** All metatags, by category and in the order of its file (DEF9). */
export const metatags: readonly Metatag<MetatagName>[] = [...Object.values(byCategory).flat(), ...withoutCategory];

const byName: ReadonlyMap<string, Metatag<MetatagName>> = new Map(metatags.map((metatag) => [metatag.name, metatag]));

/** The metatag with exactly that name (case-sensitive, without braces); undefined if there is none. */
export const metatagNamed = (name: string): Metatag<MetatagName> | undefined => byName.get(name);
