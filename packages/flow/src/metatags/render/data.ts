import type { MetatagCategory } from '../catalogue/index.ts';

/**
 * What messages are rendered from, keyed by category: `{{order.total}}` is `order.total`. Money in cents, dates as ISO 8601
 * text, items as a list; a missing member renders as nothing (TAG1).
 */
export type MetatagData = { readonly [Category in MetatagCategory]?: MetatagFields | null } & {
  /** The one metatag without a category. */
  readonly current_year?: MetatagValue;
};

/** The values of one category by field; dotted fields (`utms.source`) are nested. */
export type MetatagFields = {
  readonly [field: string]: MetatagValue | MetatagFields | readonly (MetatagItem | string)[];
};

/** A single value. */
export type MetatagValue = string | number | bigint | boolean | Date | null | undefined;

/** An item of an order or a cart; amounts in cents. */
export type MetatagItem = {
  readonly name?: string | null;
  /** What the checkout calls the name; used where there is no name. */
  readonly title?: string | null;
  /** 1 if absent. */
  readonly quantity?: number | null;
  /** What one costs. */
  readonly price?: number | null;
  /** What the line costs; price times quantity if absent. */
  readonly total?: number | null;
  readonly image?: string | null;
  readonly url?: string | null;
  readonly sku?: string | null;
  readonly variant?: string | null;
  readonly vendor?: string | null;
  readonly product_id?: string | null;
};

/** An object's own member; undefined for an inherited one and for what is no object, so that `constructor` finds nothing. */
export function ownMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
