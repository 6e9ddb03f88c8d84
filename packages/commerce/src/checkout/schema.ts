import { z } from 'zod';
import { MAX_CENTS } from '../money.ts';
import { limits } from './limits.ts';

// The only description of a checkout request: the types, the compiled check and the OpenAPI document are generated from it. Lengths count
// code points, as JSON Schema defines (CHK3).

const cents = (description: string) =>
  z
    .int()
    .min(0)
    .max(MAX_CENTS)
    .describe(description)
    .meta({ examples: [4990] });

const httpUrl = { format: 'http-url' };

const nullableHttpUrl = (description: string) => z.string().nullable().optional().describe(description).meta(httpUrl);

const metadata = (whose: string) =>
  z
    .looseObject({})
    .describe(`Your own data, stored with ${whose}; at most ${limits.metadataBytes} bytes of JSON`)
    .meta({ 'x-max-json-bytes': limits.metadataBytes });

const text = (description: string) => z.string().describe(description);
const nullableText = (description: string) => z.string().nullable().optional().describe(description);

const centimetres = (side: string) =>
  z
    .number()
    .min(0)
    .max(limits.centimetres)
    .describe(`${side} of one unit with packaging, in centimetres; 0 if unknown`)
    .optional();

const returnDescription =
  '{CHECKOUT_ID} is replaced. The query gets checkout_id, checkout_status (open, abandoned, ordered, paid or expired), t (Unix time in ' +
  'seconds) and signature: the hex HMAC-SHA-256 of "return.<t>.<checkout_id>.<checkout_status>" with a secret key; several are joined by commas.';

/** CHK3: one item of the cart. */
export const CartItem = z
  .object({
    title: z.string().min(1).max(limits.title).regex(/\S/).describe('Product name shown to the shopper'),
    quantity: z.int().min(limits.quantity.min).max(limits.quantity.max).describe('Quantity'),
    unitPrice: cents('Unit price, in cents'),
    image: z.string().max(limits.imageUrl).describe('Absolute http or https URL of an image').meta(httpUrl),
    externalProductId: text('Your ID of the product').optional(),
    externalVariantId: text('Your ID of the variant').optional(),
    sku: text('Stock keeping unit').optional(),
    url: text('URL of the product page').optional(),
    vendor: text('Brand or seller').optional(),
    productType: text('Product type').optional(),
    description: z.string().max(limits.description).describe('Product description').optional(),
    originalUnitPrice: cents('Unit price before a discount, shown struck through').optional(),
    discountedUnitPrice: cents('Unit price after a discount; charged instead of unitPrice').optional(),
    linePrice: cents('Line total that you computed; a different total causes a warning').optional(),
    originalLinePrice: cents('Line total before a discount, shown struck through').optional(),
    totalDiscount: cents('Discount on the line; used if discountedUnitPrice is absent').optional(),
    requiresShipping: z.boolean().describe('Whether the item requires shipping').optional(),
    weight: z
      .int()
      .min(0)
      .max(limits.grams)
      .describe('Weight of one unit with packaging, in grams; 0 if unknown')
      .optional(),
    width: centimetres('Width'),
    height: centimetres('Height'),
    length: centimetres('Length'),
    options: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .max(limits.options)
      .describe('Selected options, such as size and colour')
      .optional(),
    metadata: metadata('the item').optional(),
  })
  .meta({ id: 'CartItem' });

/** CHK2: a discount on the whole cart. Rules that depend on `type` are written as JSON Schema. */
export const Discount = z
  .object({
    title: text('Name shown to the shopper').optional(),
    type: z.enum(['percentage', 'fixed', 'shipping']).optional(),
    value: z.number().min(0).describe('percentage: 0 to 100; fixed: cents').optional(),
    amount: cents('Discount in cents; computed from type and value if absent').optional(),
  })
  .meta({
    id: 'Discount',
    allOf: [
      {
        if: { properties: { type: { const: 'percentage' } }, required: ['type'] },
        then: { properties: { value: { maximum: 100 } } },
      },
      {
        if: { properties: { type: { const: 'fixed' } }, required: ['type'] },
        then: { properties: { value: { type: 'integer', maximum: MAX_CENTS } } },
      },
    ],
  });

/** CHK2: the cart. */
export const Cart = z
  .object({
    items: z.array(CartItem).min(limits.items.min).max(limits.items.max),
    token: z
      .string()
      .min(1)
      .max(limits.token)
      .regex(/^[^\u0000\ud800-\udfff]*$/u)
      .describe('Your unique ID of this cart; never reuse it for another cart')
      .optional(),
    currency: z.literal('BRL').describe('BRL, also if absent').optional(),
    subtotalPrice: cents('Subtotal that you computed; a different subtotal causes a warning').optional(),
    totalPrice: cents('Total that you computed; a different total causes a warning').optional(),
    totalDiscount: cents('Discount on the cart; used if discounts is absent').optional(),
    requiresShipping: z.boolean().describe('Whether the cart requires shipping; true if absent').optional(),
    discounts: z.array(Discount).optional(),
    metadata: metadata('the cart').optional(),
  })
  .meta({ id: 'Cart' });

/** CHK1: the body of POST /stores/external/checkout. Unknown members are ignored (CHK3). */
export const CheckoutRequest = z
  .object({
    cart: Cart,
    customer: z
      .object({
        name: nullableText('Full name'),
        email: nullableText('E-mail address'),
        phone: nullableText('Phone number'),
        document: nullableText('CPF or CNPJ'),
      })
      .describe('Contact data of the shopper, prefilled on the payment page')
      .optional(),
    redirect: z
      .object({
        successUrl: nullableHttpUrl(`URL after a successful payment. ${returnDescription}`),
        cancelUrl: nullableHttpUrl(`URL to return to the cart. ${returnDescription}`),
      })
      .describe('Without x-cart-signature, only URLs of the website in the store settings are used')
      .optional(),
    metadata: z.looseObject({}).describe('Your own data, stored with the checkout').optional(),
  })
  .meta({ id: 'CheckoutRequest' });

/** A checked checkout request. */
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;
/** A checked cart. */
export type Cart = CheckoutRequest['cart'];
/** A checked item of a cart. */
export type CartItem = Cart['items'][number];
/** A checked discount of a cart. */
export type Discount = NonNullable<Cart['discounts']>[number];
