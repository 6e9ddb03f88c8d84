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

/** The part of a metatag before the first dot; also the keys of the data that messages are rendered from. */
export type MetatagCategory = keyof typeof byCategory;

/** The name of every metatag there is, without the braces. */
export type MetatagName =
  (typeof byCategory)[MetatagCategory][number]['name'] | (typeof withoutCategory)[number]['name'];

/** The categories, in the order in which they are shown. */
export const metatagCategories = Object.keys(byCategory) as readonly MetatagCategory[];

/** Every metatag, by category and in the order of its file (DEF9). */
export const metatags: readonly Metatag<MetatagName>[] = [...Object.values(byCategory).flat(), ...withoutCategory];

const byName: ReadonlyMap<string, Metatag<MetatagName>> = new Map(metatags.map((metatag) => [metatag.name, metatag]));

/** The metatag of that exact name (case-sensitive, without braces), or undefined. */
export const metatagNamed = (name: string): Metatag<MetatagName> | undefined => byName.get(name);
