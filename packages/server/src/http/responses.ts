// Responses of the public API. OpenAPI is derived from them, and so are the types of what is sent.
import { eventWarningCodes, issueCodes, limits, warningCodes } from '@retoma/commerce';
import { triggers } from '@retoma/flow';
import { z } from 'zod';
import { done } from './endpoint.ts';
import { publicCodes } from './public-codes.ts';

/** A text of a response. */
export const text = (description: string) => z.string().describe(description);
/** An id of a response. */
export const id = (description: string) => z.string().meta({ description, format: 'uuid' });
/** An amount of a response. */
export const cents = (description: string) => z.int().min(0).describe(`${description}, in cents`);
const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) => z.enum(Object.keys(table) as Key[]);

/** What a caller may have meant otherwise. */
export const CheckoutWarning = z
  .object({
    code: keysOf(warningCodes),
    path: text('Field of the request'),
    sent: cents('Amount that you sent').optional(),
    computed: cents('Computed amount, which is charged').optional(),
    message: text('Explanation in English'),
  })
  .meta({ id: 'CheckoutWarning' });

/** A created checkout. */
export const CheckoutCreated = done
  .extend({
    checkoutId: id('ID of the checkout'),
    checkoutUrl: z.string().meta({ description: 'Payment link; redirect the shopper here', format: 'uri' }),
    storeId: id('ID of the store of the API key'),
    cartToken: text('cart.token, or a generated token that starts with ext_'),
    warnings: z
      .array(CheckoutWarning)
      .describe('Present if an amount that you sent differs, a discount is ignored or a redirect URL is not used')
      .optional(),
  })
  .meta({ id: 'CheckoutCreated' });

const EventWarning = z
  .object({
    code: keysOf(eventWarningCodes),
    path: text('Field of the event'),
    message: text('Explanation in English'),
  })
  .meta({ id: 'EventWarning' });

/** COM6: an event that was ingested, now or before. */
export const EventIngested = done
  .extend({
    eventId: id('ID of the event; for a duplicate, the ID of the first'),
    duplicate: z.boolean().describe('Whether the event was received before; nothing has changed then'),
    warnings: z.array(EventWarning).describe('Present if a field has no effect').optional(),
  })
  .meta({ id: 'EventTaken' });

const Metatag = z
  .object({
    name: text('Name between the braces, such as order.total'),
    category: z.string().nullable().describe('Part before the first dot'),
    field: text('Part after the first dot'),
    type: text('Format of the value: text, money, date, integer, url, list, html'),
    description: text('Meaning, in Portuguese'),
    example: text('Example value'),
    channels: z.array(z.enum(['whatsapp', 'email', 'sms'])).describe('Channels that support it'),
    status: z.enum(['active', 'legacy', 'planned', 'deprecated']),
    sensitive: z.boolean().describe('Whether it holds personal data that rarely belongs in a message'),
    replacement: z.string().nullable().describe('Replacement of a legacy metatag').optional(),
  })
  .meta({ id: 'Metatag' });

/** TAG4: the metatags of a trigger. */
export const MetatagList = done
  .extend({
    triggerType: z.enum(triggers),
    validated: z.boolean().describe('Whether messages of this trigger are validated against the list'),
    total: z.int().describe('Number of active metatags'),
    metatags: z.array(Metatag),
  })
  .meta({ id: 'MetatagList' });

const Issue = z
  .object({
    path: text('Path, such as cart.items[0].image'),
    pointer: text('JSON Pointer, such as /cart/items/0/image'),
    code: keysOf(issueCodes),
    message: text('What is wrong and what is accepted'),
  })
  .meta({ id: 'Issue' });

/** CHK4: the documented error body. */
export const ErrorResponse = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: keysOf(publicCodes),
      message: text('Explanation in English'),
      accepted: z.array(z.string()).describe('Accepted values; present for INVALID_TRIGGER').optional(),
      details: z.object({ issues: z.array(Issue).max(limits.issues) }).optional(),
    }),
  })
  .meta({ id: 'Error' });
