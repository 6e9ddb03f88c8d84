import { createSecretKey } from 'node:crypto';
import { hashContact } from '../../../base/crypto/contact-hash.ts';
import { firstIdOf } from '../../../base/ids.ts';
import { exampleAutomations } from '../automations.ts';
import { historyByVisit, historyDays, type History, type HistoryParts } from '../history.ts';

/** The instant at which the history of tests ends: noon of a Tuesday in São Paulo. */
export const now = Date.UTC(2026, 2, 10, 15);

/** Makes a history without a pause. */
export function makeHistory(parts: HistoryParts): History {
  const visits = historyByVisit(parts);
  for (;;) {
    const { done, value } = visits.next();
    if (done) return value;
  }
}

/** What a history is made from, with ids that are the same for the same seed. */
export function exampleParts(seed: number): HistoryParts {
  let count = 0;
  const newIdAt = (at: number): string =>
    `${firstIdOf(at).slice(0, 13)}-7000-8000-${(++count).toString(16).padStart(12, '0')}`;
  const storeId = newIdAt(0);
  const option = { name: 'PAC', carrier: 'Correios', price: 1990, turnaroundMinDays: 5, turnaroundMaxDays: 8 };
  const contactSecret = createSecretKey(Buffer.alloc(32, 1));
  return {
    shop: {
      store: {
        storeId,
        name: 'Loja de exemplo',
        domain: null,
        timeZone: 'America/Sao_Paulo',
        pixMinutes: 1440,
        boletoDays: 3,
      },
      offset: -3 * 60 * 60_000,
      baseUrl: 'https://pay.example',
      account: { accountId: newIdAt(0), provider: 'test' },
      shippingOptions: [{ ...option, shippingOptionId: newIdAt(0), freeAbove: 20_000 }],
      abandonMinutes: 30,
      newIdAt,
    },
    sending: {
      connectionIds: { whatsapp: newIdAt(0), email: newIdAt(0), sms: newIdAt(0) },
      shortCode: (runId, message) => `${runId} ${message}`,
      hashContact: (channel, address) => hashContact({ contactSecret }, storeId, channel, address),
    },
    automations: exampleAutomations({ newIdAt, now, since: now - historyDays * 24 * 60 * 60_000 }, {}),
    seed,
    now,
  };
}
