import type { Trigger } from '../members/trigger.ts';
import { valueAt, type RunData } from '../interpret/data.ts';

/** The store events that a change of the data implies (COM1, COM2, COM3). A scenario has no events, and stopOn (RUN18) needs them. */
export function eventsOf(before: RunData, after: RunData): Trigger[] {
  const changedTo = (place: string): string => {
    const value = textOrEmpty(valueAt(after, place));
    return value === textOrEmpty(valueAt(before, place)) ? '' : value;
  };
  const events: Trigger[] = [];
  const status = changedTo('order.status').toLowerCase();
  if (status === 'paid') events.push('payment.confirmed');
  if (status === 'failed') events.push('payment.failed');
  if (changedTo('order.pix_code')) events.push('pix.generated');
  if (changedTo('order.boleto_line') || changedTo('order.boleto_url')) events.push('boleto.generated');
  if (changedTo('cart.abandonedAt')) events.push('cart.abandoned');
  if (!isLead(before) && isLead(after)) events.push('lead.created');
  if (changedTo('tracking.code')) events.push('tracking_code_updated');
  return events;
}

const isLead = (data: RunData): boolean =>
  Boolean(textOrEmpty(valueAt(data, 'lead.email')) || textOrEmpty(valueAt(data, 'lead.phone')));

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
