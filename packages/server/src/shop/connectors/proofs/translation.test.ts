import { checkStoreEvent, orderStatuses } from '@retoma/commerce';
import { describe, expect, test } from 'vitest';
import type { Means } from '../connector.ts';
import { reportedData, resourceOf, shopOf } from '../testing/read-fixture.ts';
import { testedPlatforms } from '../testing/tested-platforms.ts';

describe.each(testedPlatforms)('what $platform reports', ({ platform, connector, samples }) => {
  const connected = shopOf(samples);
  const { shop } = connected;
  const reports = samples.fixtures.flatMap((fixture) => connector.translate(resourceOf(fixture), connected));
  const events = reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
  const data = reports.map(reportedData);

  test.each(samples.fixtures)('[CON2] $name', (fixture) => {
    const resource = frozen(resourceOf(fixture));
    const first = connector.translate(resource, connected);
    expect(first).toEqual(fixture.reports);
    expect(connector.translate(resource, connected)).toEqual(first);
  });

  test('[CON2] every event is one that a store’s own system may send', () => {
    for (const event of events) expect(checkStoreEvent(event)).toMatchObject({ ok: true });
  });

  test('[CON2] an id names the platform, the shop, the resource and what happened, and each event of a resource has its own', () => {
    for (const { id } of events) {
      expect(id.startsWith(`${platform}:${shop}:`)).toBe(true);
      expect(id.slice(`${platform}:${shop}:`.length)).toMatch(
        /^(order|cart|checkout|customer|tracking):[^:\s]+:[a-z_]+(:[^\s]+)?$/,
      );
    }
    for (const fixture of samples.fixtures) {
      const ids = fixture.reports.flatMap((report) => (report.kind === 'event' ? [report.event.id] : []));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('[CON2] an order has one of our statuses or none', () => {
    const words = data.map(({ order }) => order?.status).filter((word) => word !== undefined);
    expect(words.filter((word) => !orderStatuses.some((known) => known === word))).toEqual([]);
    expect(words.length).toBeGreaterThan(0);
  });

  test('[CON9] fixtures show what the capabilities promise, and nothing else', () => {
    const { capabilities } = connector;
    const has = (type: string): boolean => events.some((event) => event.type === type);
    const shown = {
      paid: has('payment.confirmed'),
      failed: has('payment.failed'),
      cancelled: data.some(({ order }) => order?.status === 'cancelled'),
      tracking: has('tracking_code_updated'),
      carts: has('cart.abandoned'),
      pixCode: data.some(({ payment }) => typeof payment?.pix?.payload === 'string'),
      boletoLine: data.some(({ payment }) => typeof payment?.boleto?.line === 'string'),
    };
    const isPromised = (means: Means | 'always' | 'by-gateway'): boolean => means !== 'never';
    expect(shown).toEqual({
      paid: isPromised(capabilities.paid),
      failed: isPromised(capabilities.failed),
      cancelled: isPromised(capabilities.cancelled),
      tracking: isPromised(capabilities.tracking),
      carts: capabilities.carts !== null,
      pixCode: isPromised(capabilities.pixCode),
      boletoLine: isPromised(capabilities.boletoLine),
    });
  });

  test('[CON9] what is pushed has a delivery among the samples', () => {
    const { orders } = connector.capabilities;
    const hasEvent = samples.deliveries.some(({ verified }) => verified.outcome === 'event');
    expect(hasEvent).toBe(orders !== 'poll');
    const outcomes = new Set(samples.deliveries.map(({ verified }) => verified.outcome));
    expect(outcomes.has('privacy')).toBe(connector.capabilities.privacyRequests);
    expect(outcomes.has('uninstalled')).toBe(connector.capabilities.uninstallSignal);
  });
});

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}
