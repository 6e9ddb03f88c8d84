import { z } from 'zod';

// The facts of `IngestEventsRequest` in our words (../README.md): the members that this destination may send, what is required, and the
// words that are accepted. A member that is not named here is refused.

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'INVALID_SHA256_FORMAT');
const account = z.strictObject({ accountType: z.literal('GOOGLE_ADS'), accountId: z.string().regex(/^\d{10}$/) });
const consent = z.enum(['CONSENT_GRANTED', 'CONSENT_DENIED']);
const clickId = z.string().min(1);

const AdsEvent = z.strictObject({
  transactionId: z.string().min(1).optional(),
  eventTimestamp: z.iso.datetime({ offset: true }),
  // Written as optional, and refused without it.
  eventSource: z.enum(['WEB', 'APP', 'IN_STORE', 'PHONE', 'OTHER']),
  adIdentifiers: z.union([
    z.strictObject({ gclid: clickId }),
    z.strictObject({ gbraid: clickId }),
    z.strictObject({ wbraid: clickId }),
  ]),
  conversionValue: z.number().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  consent: z.strictObject({ adUserData: consent, adPersonalization: consent }).optional(),
  userData: z
    .strictObject({
      userIdentifiers: z
        .array(z.union([z.strictObject({ emailAddress: hash }), z.strictObject({ phoneNumber: hash })]))
        .min(1)
        .max(10),
    })
    .optional(),
});

/** A request to ingest events. `encoding` is required where an event has `userData`. */
export const IngestRequest = z
  .strictObject({
    destinations: z
      .array(
        z.strictObject({
          operatingAccount: account,
          loginAccount: account.optional(),
          productDestinationId: z.string().regex(/^\d+$/),
        }),
      )
      .min(1)
      .max(10),
    events: z.array(AdsEvent).min(1).max(2_000),
    encoding: z.enum(['HEX', 'BASE64']).optional(),
    validateOnly: z.boolean().optional(),
  })
  .refine(({ encoding, events }) => encoding === 'HEX' || events.every(({ userData }) => !userData), 'encoding');
