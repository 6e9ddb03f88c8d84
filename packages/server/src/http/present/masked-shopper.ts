import type { Purchase } from '../../checkouts/purchase.ts';
import { maskedDocument, maskedEmail, maskedPhone } from '../../privacy/mask.ts';

/** The data of the shopper that a page shows. */
export type ShopperData = {
  readonly customer: Purchase['customer'];
  readonly address: NonNullable<NonNullable<Purchase['shopper']>['address']>;
};

/** The data of the shopper as stored. */
export const knownData = ({ customer, shopper }: Purchase): ShopperData => ({
  customer,
  address: shopper?.address ?? {},
});

/** COM24: the data for a browser that did not enter it: shoppers recognise their own data, but others learn too little. */
export function maskedData(purchase: Purchase): ShopperData {
  const { customer, address } = knownData(purchase);
  const { email, name, document, phone } = customer;
  const { zipcode, street, number, complement, neighborhood } = address;
  return {
    customer: {
      ...customer,
      ...(email && { email: maskedEmail(email) }),
      ...(name && { name: maskName(name) }),
      ...(document && { document: maskedDocument(document) }),
      ...(phone && { phone: maskedPhone(phone) }),
    },
    address: {
      ...address,
      ...(zipcode && { zipcode: `${zipcode.slice(0, 2)}•••-•••` }),
      ...(street && { street: hidden }),
      ...(number && number !== 's/n' && { number: hidden }),
      ...(complement && { complement: hidden }),
      ...(neighborhood && { neighborhood: hidden }),
    },
  };
}

/** An address in one line, without CEP and neighbourhood; null: nothing of it is known. */
export function addressLine({ street, number, complement, city, state }: ShopperData['address']): string | null {
  const place = [[street, number].filter(Boolean).join(', '), complement, city, state];
  return place.filter(Boolean).join(', ') || null;
}

const hidden = '•••';

/** `M••• S•••` */
const maskName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => `${Array.from(word)[0]}${hidden}`)
    .join(' ');
