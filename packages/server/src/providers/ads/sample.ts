import type { Conversion } from './destination.ts';

/**
 * COM38: the made-up event of a test: a purchase of one real by no one, whose ids are those of no shopper. `now`: milliseconds since 1970.
 */
export const sampleConversion = (now: number): Conversion => ({
  event: 'purchase',
  eventId: `retoma-test-${now}`,
  orderId: `retoma-test-${now}`,
  at: now,
  value: 100,
  shipping: null,
  // GA4's validation may ask for one.
  items: [{ id: 'retoma-test', quantity: 1, price: 100 }],
  person: {
    email: 'teste@retoma.example',
    phone: null,
    name: null,
    city: null,
    state: null,
    zipcode: null,
  },
  attribution: {
    userAgent: 'Mozilla/5.0 (Retoma)',
    pageUrl: 'https://retoma.example/',
    gaClientId: '1.1',
    gclid: 'retoma-test',
  },
});
