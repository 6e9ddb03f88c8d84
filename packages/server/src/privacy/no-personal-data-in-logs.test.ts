import { unaudited } from '../members/audit/testing/unaudited.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../automations/engine/engine.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { unsubscribeLink } from '../base/links/unsubscribe-link.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import {
  automate,
  buyOnPage,
  purchaseCart,
  engineOf,
  orderOf,
  reply,
  settle,
  sendEvent,
  tracesOfZelia,
  zelia,
} from './testing/full-purchase.ts';

let service: TestService;
let engine: Engine;
beforeEach(async () => {
  service = await startTestService({ LOG_LEVEL: 'trace' });
  engine = engineOf(service);
  await automate(service, service.storeId);
});
afterEach(() => service.stop());

const logged = (): string => service.logged.join('').toLowerCase();
const tracesIn = (log: string): string[] => tracesOfZelia.filter((trace) => log.includes(trace));

test('[COM8] the log of a complete purchase, its messages and its failures contains nothing of the shopper', async () => {
  const checkoutId = await buyOnPage(service, zelia);
  await buyOnPage(service, zelia, 'card');
  await sendEvent(service, service.secretKey, 'pix.generated', orderOf(zelia, 'Z1'));
  await settle(engine);
  expect(await reply(engine, service.storeId, zelia.phone, `Sou a ${zelia.name}`)).toBe('accepted');
  await settle(engine);
  const link = unsubscribeLink(service.context, { storeId: service.storeId, domain: null }, 'email', zelia.email)!;
  const token = new URL(link).pathname;
  await fetch(service.baseUrl + token, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  const parts = { db: service.context.db, clock: service.context.clock, contactSecret: engine.contactSecret };
  await exportPerson(parts, { storeId: service.storeId, person: zelia, by: 'cli' }, unaudited);
  // Refused: invalid JSON, a body that breaks rules, an invalid form of the page, invalid addresses.
  await service.post(`{"customer":{"name":"${zelia.name}"`);
  await service.post({ ...purchaseCart(zelia), cart: { items: [] } });
  const page = `${service.baseUrl}/pay/${checkoutId}`;
  const form = new URLSearchParams({ name: zelia.name, email: `${zelia.email}@`, document: zelia.phone });
  await fetch(`${page}/data`, { method: 'POST', body: form });
  await fetch(`${service.baseUrl}/pay/${encodeURIComponent(zelia.email)}?q=${zelia.email}`);
  // Broken: the database refuses the row, then it is unreachable.
  await service.asOwner(
    `alter table checkouts add constraint broken check (request::text not like '%Quaresma%') not valid`,
  );
  expect((await service.post(purchaseCart(zelia))).status).toBe(500);
  await service.asOwner('alter table checkouts drop constraint broken');
  await erasePerson(parts, { storeId: service.storeId, person: zelia, by: 'cli' }, unaudited);
  await settle(engine);
  expect(tracesIn(logged())).toEqual([]);
  expect(logged()).not.toContain(token.slice(3).toLowerCase());
  // Expects that the log contains all these cases.
  for (const route of ['/pay/:checkoutid/data', '/pay/:checkoutid/pay', '/u/:token', 'error']) {
    expect(logged()).toContain(route);
  }
});
