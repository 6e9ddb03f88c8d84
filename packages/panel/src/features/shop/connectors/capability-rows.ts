import type { Locale } from '../../../ui/locale.tsx';
import { capabilityTexts, type CapabilityTexts } from './capability-texts.ts';
import { durationText } from './duration-text.ts';
import type { Platform } from './shops-data.ts';

/** What a platform reports of one subject: all, some or none of it. */
export type CapabilityRow = { readonly name: string; readonly extent: 'all' | 'some' | 'none'; readonly text: string };

type Means = Platform['capabilities']['orders'];

/** CON9: what a platform can and cannot report, in the words of a language. Pure. */
export function capabilityRows(
  { capabilities: its, everyMinutes }: Pick<Platform, 'capabilities' | 'everyMinutes'>,
  locale: Locale,
): CapabilityRow[] {
  const t = capabilityTexts[locale];
  const every = durationText(everyMinutes, locale);
  const means = (name: string, by: Means): CapabilityRow => ({
    name,
    extent: by === 'never' ? 'none' : 'all',
    text: { 'push+poll': t.atOnceChecked(every), push: t.atOnce, poll: t.polled(every), never: t.notReported }[by],
  });
  return [
    means(t.newOrders, its.orders),
    means(t.paidOrders, its.paid),
    means(t.failedPayments, its.failed),
    means(t.cancelledOrders, its.cancelled),
    means(t.trackingCodes, its.tracking),
    cartRow(its.carts, t, locale),
    codeRow(t.pixCodes, its.pixCode, its.paymentPage, t),
    codeRow(t.boletoLines, its.boletoLine, its.paymentPage, t),
    { name: t.consents, extent: its.consent ? 'all' : 'none', text: its.consent ? t.withOrder : t.notReported },
    {
      name: t.removal,
      extent: its.uninstallSignal ? 'all' : 'some',
      text: its.uninstallSignal ? t.removalTold : t.removalFound,
    },
    {
      name: t.ownCheckout,
      extent: its.ownCheckoutAllowed ? 'all' : 'none',
      text: its.ownCheckoutAllowed ? t.ownCheckoutAllowed : t.ownCheckoutRefused,
    },
  ];
}

function cartRow(carts: Platform['capabilities']['carts'], t: CapabilityTexts, locale: Locale): CapabilityRow {
  if (!carts) return { name: t.carts, extent: 'none', text: t.noCarts };
  const [least, most] = carts.delayMinutes;
  const [from, to] = [durationText(least, locale), durationText(most, locale)];
  const when = least === 0 ? t.upTo(to) : least === most ? to : t.range(from, to);
  const text = [t.cartsAfter(when), carts.needs && t.cartsNeed(carts.needs[locale])].filter(Boolean).join(' ');
  return { name: t.carts, extent: carts.needs === null ? 'all' : 'some', text };
}

function codeRow(
  name: string,
  code: Platform['capabilities']['pixCode'],
  paymentPage: boolean,
  t: CapabilityTexts,
): CapabilityRow {
  if (code === 'always') return { name, extent: 'all', text: t.withOrder };
  if (code === 'by-gateway') return { name, extent: 'some', text: t.byGateway };
  return { name, extent: paymentPage ? 'some' : 'none', text: paymentPage ? t.onPage : t.notReported };
}
