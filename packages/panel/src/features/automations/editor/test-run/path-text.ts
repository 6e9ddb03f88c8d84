import { describeField, describeFieldValue, type FlowPath } from '@retoma/flow';
import type { Locale } from '../../../../ui/locale.tsx';
import type { Texts } from '../../../../ui/texts.ts';
import { sinceEventText } from './duration-text.ts';
import type { texts } from './texts.ts';

type PathTexts = typeof texts extends Texts<infer Of> ? Of : never;

/** Maps a path in the data to the field that reads it. */
const fieldAt: Readonly<Record<string, string>> = {
  'order.status': 'payment_status',
  'order.payment_method': 'payment_method',
  'event.amount': 'amount',
};

/** The events on a path through a flow, in one line: `Pagamento: pago (+30 min) · responde`. */
export function pathText(
  { scenario: { changes = [], messages = [] } }: FlowPath,
  t: PathTexts,
  locale: Locale,
): string {
  const changed = changes.flatMap(({ at, set }) =>
    Object.entries(set).map(([path, value]) =>
      t.becomes(
        describeField(fieldAt[path] ?? path, locale),
        value === null ? t.factEmpty : describeFieldValue(fieldAt[path] ?? path, value, locale),
        at === 0 ? t.now : sinceEventText(at),
      ),
    ),
  );
  const reacted = [
    messages.some(({ fail }) => fail !== undefined) && t.sendFails,
    messages.some(({ reply }) => reply !== undefined) && t.replies,
    messages.some(({ open }) => open !== undefined) && t.opens,
    messages.some(({ click }) => click !== undefined) && t.clicks,
  ].filter((text) => text !== false);
  const text = [...changed, ...reacted].join(' · ') || t.quiet;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
