import type { MetatagCategory } from '../catalogue/index.ts';

/**
 * The data from which messages are rendered, keyed by category: `{{order.total}}` is `order.total`. Money in cents, dates as ISO 8601 text,
 * items as a list; an absent member renders as nothing (TAG1).
 */
export type MetatagData = { readonly [Category in MetatagCategory]?: MetatagFields | null } & {
  /** The one metatag without a category. */
  readonly current_year?: MetatagValue;
};

/** The values of one category by field; fields with a dot (`utms.source`) are nested. */
export type MetatagFields = {
  readonly [field: string]: MetatagValue | MetatagFields | readonly (MetatagItem | string)[];
};

/** A single value. */
export type MetatagValue = string | number | bigint | boolean | Date | null | undefined;

/** An item of an order or a cart; amounts in cents. */
export type MetatagItem = {
  readonly name?: string | null;
  /** The checkout's name of an item; used if `name` is absent. */
  readonly title?: string | null;
  /** By default 1. */
  readonly quantity?: number | null;
  /** Price of one unit. */
  readonly price?: number | null;
  /** Price of the line; by default price times quantity. */
  readonly total?: number | null;
  readonly image?: string | null;
  readonly url?: string | null;
  readonly sku?: string | null;
  readonly variant?: string | null;
  readonly vendor?: string | null;
  readonly product_id?: string | null;
};

/** An object's own member; undefined for inherited members (such as `constructor`) and for values that are not objects. */
export function ownMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
