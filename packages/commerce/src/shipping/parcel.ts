import type { Cart, CartItem } from '../checkout/schema.ts';
import { totalsOf } from '../checkout/totals.ts';
import type { Cents } from '../money.ts';

/** The measures of something packed: weight in grams, sizes in centimetres. */
export type Measures = {
  readonly weight: number;
  readonly width: number;
  readonly height: number;
  readonly length: number;
};

/** A line of a parcel: the measures and the price of one, and how many. */
export type ParcelLine = Measures & { readonly quantity: number; readonly price: Cents };

/**
 * What is shipped of a cart. `lines`: for carriers that pack by themselves; `box`: all of it, for those that do not. `value`: of the
 * goods. `isEstimated`: the weight or a size of an item was unknown, so the store's box was taken for it.
 */
export type Parcel = {
  readonly lines: readonly ParcelLine[];
  readonly box: Measures;
  readonly value: Cents;
  readonly isEstimated: boolean;
};

/**
 * COM31: the parcel of a cart: only items that are shipped. An item without weight has that of `usual`. Items without a size (0 is none)
 * share one box of `usual`'s sizes, since small goods without sizes usually fit into one.
 */
export function parcelOf(cart: Cart, usual: Measures): Parcel {
  const { lines: totals } = totalsOf(cart);
  const shipped = cart.items
    .map((item, index) => ({ item, total: totals[index]! }))
    .filter(({ item }) => item.requiresShipping ?? true);
  const sized = shipped.filter(({ item }) => isSized(item));
  const unsized = shipped.filter(({ item }) => !isSized(item));
  const weightOf = (item: CartItem): number => Math.ceil(item.weight || usual.weight);
  const lines = sized.map(({ item, total }) => ({
    weight: weightOf(item),
    width: Math.ceil(item.width!),
    height: Math.ceil(item.height!),
    length: Math.ceil(item.length!),
    quantity: item.quantity,
    price: Math.round(total / item.quantity),
  }));
  if (unsized.length > 0) {
    const weight = unsized.reduce((sum, { item }) => sum + weightOf(item) * item.quantity, 0);
    const price = unsized.reduce((sum, { total }) => sum + total, 0);
    lines.push({ ...usual, weight, quantity: 1, price });
  }
  return {
    lines,
    box: boxOf(lines),
    value: shipped.reduce((sum, { total }) => sum + total, 0),
    isEstimated: shipped.some(({ item }) => !item.weight || !isSized(item)),
  };
}

const isSized = ({ width, height, length }: CartItem): boolean => Boolean(width && height && length);

/** One box for all lines: as long and as wide as the largest piece needs, and as high as the volume of all then needs. */
function boxOf(lines: readonly ParcelLine[]): Measures {
  const pieces = lines.map(({ width, height, length }) => [width, height, length].toSorted((a, b) => b - a));
  const largest = (side: number): number => Math.max(1, ...pieces.map((piece) => piece[side]!));
  const [length, width] = [largest(0), largest(1)];
  const volume = lines.reduce((sum, line) => sum + line.width * line.height * line.length * line.quantity, 0);
  const height = Math.max(largest(2), Math.ceil(volume / (length * width)));
  return { weight: lines.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0), width, height, length };
}

/** COM31: what a quote was made for, as text: equal texts get equal quotes. `origin`, `destination`: CEPs of 8 digits. */
export const quoteSubject = (parcel: Parcel, origin: string, destination: string): string =>
  JSON.stringify([
    origin,
    destination,
    parcel.lines.map(({ weight, width, height, length, quantity, price }) => [
      weight,
      width,
      height,
      length,
      quantity,
      price,
    ]),
  ]);
