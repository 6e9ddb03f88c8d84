import fc from 'fast-check';

// Requests as clients send them: mostly valid, with errors in members that real clients make.

const wrong = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    -1,
    0.5,
    1e300,
    true,
    [],
    {},
    'javascript:alert(1)',
    '\u0000',
    '\ud800',
    '9'.repeat(5_001),
  ),
  fc.jsonValue(),
);
const mostly = <T>(right: fc.Arbitrary<T>, weight = 60): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary: right }, { weight: 1, arbitrary: wrong });
const cents = fc.oneof(fc.integer({ min: 0, max: 500_000 }), fc.maxSafeNat());
const text = fc.string({ unit: 'binary', maxLength: 40 });
const metadata = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });

const item = fc.record(
  {
    title: mostly(text.map((title) => `Produto ${title}`)),
    quantity: mostly(fc.integer({ min: 1, max: 999 })),
    unitPrice: mostly(cents),
    image: mostly(fc.webUrl({ withQueryParameters: true })),
    sku: mostly(text),
    description: mostly(text),
    discountedUnitPrice: mostly(cents),
    originalUnitPrice: mostly(cents),
    linePrice: mostly(cents),
    totalDiscount: mostly(cents),
    requiresShipping: mostly(fc.boolean()),
    weight: mostly(fc.integer({ min: 0, max: 1_000_000 })),
    width: mostly(fc.double({ min: 0, max: 1_000, noNaN: true })),
    height: mostly(fc.integer({ min: 0, max: 1_000 })),
    length: mostly(fc.integer({ min: 0, max: 1_000 })),
    options: mostly(fc.array(fc.record({ name: text, value: text }), { maxLength: 21 })),
    metadata: mostly(metadata),
    __proto__: fc.constant({ polluted: true }),
  },
  { requiredKeys: ['title', 'quantity', 'unitPrice', 'image'] },
);

const discount = fc.record(
  {
    title: text,
    type: mostly(fc.constantFrom('percentage', 'fixed', 'shipping')),
    value: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max: 100, noNaN: true })),
    amount: mostly(cents),
  },
  { requiredKeys: [] },
);

const cart = fc.record(
  {
    items: mostly(fc.array(mostly(item, 200), { minLength: 1, maxLength: 12 }), 200),
    token: mostly(fc.string({ minLength: 1, maxLength: 200 })),
    currency: mostly(fc.constant('BRL')),
    subtotalPrice: mostly(cents),
    totalPrice: mostly(cents),
    totalDiscount: mostly(cents),
    requiresShipping: mostly(fc.boolean()),
    discounts: mostly(fc.array(discount, { maxLength: 5 })),
    metadata: mostly(metadata),
  },
  { requiredKeys: ['items'] },
);

const nullable = mostly(fc.option(text));

/** Any JSON body that a client may send to create a checkout; about half of them are valid. */
export const arbitraryRequest: fc.Arbitrary<unknown> = mostly(
  fc.record(
    {
      cart: mostly(cart, 300),
      customer: mostly(
        fc.record({ name: nullable, email: nullable, phone: nullable, document: nullable }, { requiredKeys: [] }),
      ),
      redirect: mostly(
        fc.record(
          { successUrl: mostly(fc.option(fc.webUrl())), cancelUrl: mostly(fc.option(fc.webUrl())) },
          { requiredKeys: [] },
        ),
      ),
      metadata: mostly(metadata),
      storeId: text,
    },
    { requiredKeys: ['cart'] },
  ),
  300,
);
