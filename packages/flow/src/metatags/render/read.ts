import type { ActiveMetatag, MetatagCategory, MetatagName } from '../catalogue/index.ts';
import type { Metatag } from '../catalogue/row.ts';
import { ownMember, type MetatagData, type MetatagItem } from './data.ts';
import { derivedFromItems, itemsIn, type DerivedFromItems } from './items.ts';

/**
 * The members of a category that the data of a run must have: those of active metatags that are no other name of another one and are not
 * derived. Of a field with a dot, the first name.
 */
export type ActiveField<Category extends MetatagCategory> = FirstName<
  Exclude<ActiveMetatag<Category>, { type: 'html' } | { aliasOf: string } | { name: DerivedFromItems }>['field']
>;
type FirstName<Field extends string> = Field extends `${infer First}.${string}` ? First : Field;

/** Returns the value of a metatag by its name, for values that are not loaded as one object. */
export type ResolveMetatag = (name: MetatagName) => unknown;

/** The source of a message's values. */
export type MetatagSource = MetatagData | ResolveMetatag;

/** Reads the value of one metatag. */
export type Read = (source: MetatagSource) => unknown;

/**
 * How a metatag's value is read: by its own name; for an alias by its target and for a legacy metatag by its replacement, with its own name
 * as fallback; from the items of the order or cart if it is derived from them. HTML is always generated, never read from the data.
 */
export function readerOf(metatag: Metatag<MetatagName>): Read {
  const own = metatag.name === 'order.pix_code' ? readPixCode : readName(metatag.name);
  const other = metatag.aliasOf ?? metatag.replacement;
  if (other) return firstOf(other === 'order.pix_code' ? readPixCode : readName(other as MetatagName), own);
  if (metatag.name === 'order.pix_qr_code') return readPixCode;
  const derived = derivedFromItems[metatag.name];
  if (!derived) return own;
  const fromItems = readItems(readName(derived.list), derived.value);
  return metatag.type === 'html' ? fromItems : firstOf(own, fromItems);
}

/** Whether the value is the member `field` of the member `category` of the data, without further rules. */
export const isSimple = (metatag: Metatag<MetatagName>): boolean =>
  metatag.name.split('.').length === 2 &&
  !metatag.aliasOf &&
  !metatag.replacement &&
  metatag.type !== 'html' &&
  metatag.name !== 'order.pix_code' &&
  derivedFromItems[metatag.name] === undefined;

function readName(name: MetatagName): Read {
  const steps = name.split('.');
  return (source) =>
    typeof source === 'function'
      ? source(name)
      : steps.reduce<unknown>((value, step) => ownMember(value, step), source);
}

/** TAG1: the PIX code, else the page that shows it. */
const readPixCode: Read = (source) => firstOf(readName('order.pix_code'), readName('order.url_pix_gerado'))(source);

function readItems(read: Read, value: (items: readonly MetatagItem[]) => unknown): Read {
  return (source) => {
    const items = itemsIn(read(source));
    return items.length === 0 ? undefined : value(items);
  };
}

function firstOf(read: Read, otherwise: Read): Read {
  return (source) => {
    const value = read(source);
    return value === undefined || value === null || value === '' ? otherwise(source) : value;
  };
}
