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
    .describe(`Anything you want kept with ${whose}; at most ${limits.metadataBytes} bytes of JSON`)
    .meta({ 'x-max-json-bytes': limits.metadataBytes });

const text = (description: string) => z.string().describe(description);
const nullableText = (description: string) => z.string().nullable().optional().describe(description);

const centimetres = (side: string) =>
  z
    .number()
    .min(0)
    .max(limits.centimetres)
    .describe(`${side} of one with its packing, in centimetres; 0: unknown`)
    .optional();

/** CHK3: one item of the cart. */
export const CartItem = z
  .object({
    title: z.string().min(1).max(limits.title).regex(/\S/).describe('Name of the product, as the shopper reads it'),
    quantity: z.int().min(limits.quantity.min).max(limits.quantity.max).describe('How many'),
    unitPrice: cents('Price of one, in cents'),
    image: z.string().max(limits.imageUrl).describe('Absolute http or https address of a picture').meta(httpUrl),
    externalProductId: text('Your id of the product').optional(),
    externalVariantId: text('Your id of the variant').optional(),
    sku: text('Stock keeping unit').optional(),
    url: text('Address of the product page; any text').optional(),
    vendor: text('Brand or seller').optional(),
    productType: text('Kind of product').optional(),
    description: z.string().max(limits.description).describe('Longer text').optional(),
    originalUnitPrice: cents('Price before a discount, shown struck through').optional(),
    discountedUnitPrice: cents('Price of one after a discount; charged instead of unitPrice').optional(),
    linePrice: cents('Your own line total; a difference to ours is warned of').optional(),
    originalLinePrice: cents('Line total before a discount, shown struck through').optional(),
    totalDiscount: cents('Discount on the line; used when discountedUnitPrice is absent').optional(),
    requiresShipping: z.boolean().describe('Whether this item is shipped').optional(),
    weight: z
      .int()
      .min(0)
      .max(limits.grams)
      .describe('Weight of one with its packing, in grams; 0: unknown')
      .optional(),
    width: centimetres('Width'),
    height: centimetres('Height'),
    length: centimetres('Length'),
    options: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .max(limits.options)
      .describe('Chosen options, such as size and colour')
      .optional(),
    metadata: metadata('the item').optional(),
  })
  .meta({ id: 'CartItem' });

/** CHK2: a discount on the whole cart. Rules that depend on `type` are written as JSON Schema. */
export const Discount = z
  .object({
    title: text('What the shopper reads').optional(),
    type: z.enum(['percentage', 'fixed', 'shipping']).optional(),
    value: z.number().min(0).describe('percentage: 0 to 100; fixed: cents').optional(),
    amount: cents('The discount in cents; where absent it is computed from type and value').optional(),
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
      .describe('Identifies one cart of one shopper; made by you, never used for another cart')
      .optional(),
    currency: z.literal('BRL').default('BRL').optional(),
    subtotalPrice: cents('Your own subtotal; a difference to ours is warned of').optional(),
    totalPrice: cents('Your own total; a difference to ours is warned of').optional(),
    totalDiscount: cents('Discount on the cart where no discounts are listed').optional(),
    requiresShipping: z.boolean().default(true).describe('Whether the cart is shipped').optional(),
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
        email: nullableText('E-mail'),
        phone: nullableText('Phone'),
        document: nullableText('CPF or CNPJ'),
      })
      .describe('What you already know of the shopper')
      .optional(),
    redirect: z
      .object({
        successUrl: nullableHttpUrl('Where to go after payment'),
        cancelUrl: nullableHttpUrl('Where to go back to'),
      })
      .describe(
        'Without x-cart-signature only addresses of the store’s own site are used, once the store has entered it',
      )
      .optional(),
    metadata: z.looseObject({}).describe('Anything you want kept with the checkout').optional(),
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
