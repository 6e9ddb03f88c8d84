import type { CartItem } from '@retoma/commerce';
import type { Random } from './random.ts';

/** The products of an example store: title, price in cents, and the name of a picture below `/public/demo`. */
const products = [
  ['Camiseta básica algodão', 7990, 'camiseta'],
  ['Camiseta estampada Serra', 9990, 'camiseta'],
  ['Camiseta manga longa', 11990, 'camiseta'],
  ['Boné aba curva', 6990, 'bone'],
  ['Boné trucker', 7490, 'bone'],
  ['Caneca esmaltada', 4990, 'caneca'],
  ['Caneca térmica 350 ml', 8990, 'caneca'],
  ['Ecobag de lona', 5990, 'ecobag'],
  ['Kit três camisetas', 19990, 'camiseta'],
] as const;

const sizes = ['P', 'M', 'G', 'GG'];

/** One to three items, mostly one. `baseUrl`: public address without a trailing slash. */
export function inventCart(random: Random, baseUrl: string): CartItem[] {
  const count = random.chance(0.55) ? 1 : random.between(2, 3);
  const chosen = new Set(Array.from({ length: count }, () => random.pick(products)));
  return [...chosen].map(([title, unitPrice, picture]) => ({
    title,
    quantity: random.chance(0.8) ? 1 : 2,
    unitPrice,
    image: `${baseUrl}/public/demo/${picture}.svg`,
    ...(picture === 'camiseta' && { options: [{ name: 'Tamanho', value: random.pick(sizes) }] }),
  }));
}
