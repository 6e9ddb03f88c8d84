import { formatDocument, formatPhone, needsShipping } from '@retoma/commerce';
import type { DetailsView } from '@retoma/pay';
import type { Purchase } from '../../checkouts/purchase.ts';
import type { Wish } from '../pay/wish.ts';

/** The first step of a purchase, with what is known already. */
export function presentDetails(purchase: Purchase, wish: Pick<Wish, 'edit' | 'documentKind'>): DetailsView {
  const { checkout, customer, shopper, shippingOptions } = purchase;
  const { email, name, document, phone } = customer;
  const isShipped = needsShipping(checkout.request.cart);
  const known = document ? formatDocument(document) : undefined;
  return {
    kind: 'details',
    typed: {
      ...present({ email, name, document: known, phone: phone && formatPhone(phone) }),
      ...present({ ...shopper?.address, shipping: shopper?.shippingOptionId }),
    },
    documentKind: wish.documentKind ?? (known && known.length > 14 ? 'cnpj' : 'cpf'),
    issues: [],
    address: isShipped ? 'delivery' : wish.edit === 'boleto' ? 'boleto' : null,
    options: shippingOptions.map((option) => ({
      id: option.shippingOptionId,
      name: option.name,
      price: option.charge,
      days: { min: option.turnaroundMinDays, max: option.turnaroundMaxDays },
    })),
  };
}

/** The members that hold something. */
const present = (members: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => Boolean(entry[1])));
