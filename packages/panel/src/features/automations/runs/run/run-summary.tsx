import { describeFieldValue } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { withLabels } from '../../../../ui/with-labels.ts';
import type { Run } from './row.ts';
import styles from './run.module.css';
import { texts } from './texts.ts';
import { timelineLabels } from './labels.ts';

/** Five facts about a run. */
export function RunFacts({ run }: { run: Run }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(timelineLabels);
  const { money, number, moment } = useStoreFormats();
  const { locale } = useLocale();
  const sent = run.messages.filter(({ state }) => ['sent', 'delivered', 'read'].includes(state)).length;
  const replies = run.inbound.filter(({ kind }) => kind === 'reply').length;
  const method = run.paymentMethod && describeFieldValue('payment_method', run.paymentMethod, locale);
  const paid = run.orderStatus && describeFieldValue('payment_status', run.orderStatus, locale);
  const { waitsFor } = run;
  const at = waitsFor?.for === 'timer' ? waitsFor.at : waitsFor?.for === 'reply' ? waitsFor.until : null;
  const next =
    waitsFor?.for === 'reply' && at
      ? w.listens(moment(at))
      : [run.step && withLabels(run.step, locale), at && moment(at)].filter(Boolean).join(' · ');
  const facts: [string, string][] = [
    [t.value, run.cents === null ? t.nothing : money(run.cents)],
    [t.payment, [method, paid].filter(Boolean).join(', ') || t.nothing],
    [t.steps, t.stepsDone(number(run.timeline.length - (waitsFor?.for === 'timer' ? 1 : 0)))],
    [t.messages, [t.messagesSent(number(sent)), ...(replies > 0 ? [t.replies(number(replies))] : [])].join(', ')],
    [t.next, run.finishedAt === null ? next || t.nothing : t.nothing],
  ];
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
