import type { QuoteRequest } from '../provider.ts';

/** The smallest sides of a box in centimetres, largest side first; a smaller box is priced as this one. */
const smallest = [16, 11, 2] as const;

/** A box, not an envelope. */
const box = '2';

/** The bodies of the price and the term request for some services. Grams and whole centimetres; every value but the list is a text. */
export function quoteBodies(
  { from, to, parcel }: QuoteRequest,
  services: readonly string[],
): { price: object; term: object } {
  const sides = [parcel.box.width, parcel.box.height, parcel.box.length].toSorted((one, other) => other - one);
  const [comprimento, largura, altura] = smallest.map((side, index) => String(Math.max(side, sides[index]!)));
  const subjects = services.map((coProduto, index) => ({
    coProduto,
    nuRequisicao: String(index + 1),
    cepOrigem: from,
    cepDestino: to,
  }));
  const measures = { psObjeto: String(parcel.box.weight), tpObjeto: box, comprimento, largura, altura };
  return {
    price: { idLote: '1', parametrosProduto: subjects.map((subject) => ({ ...subject, ...measures })) },
    // Further members make this call fail.
    term: { idLote: '1', parametrosPrazo: subjects },
  };
}
