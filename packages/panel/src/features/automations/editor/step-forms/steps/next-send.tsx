import { triggerNames, type DelayStep } from '@retoma/flow';
import { Fragment, type ReactNode } from 'react';
import { describeStep } from '../../../../../diagram/cards/step-text.ts';
import {
  leavesAt,
  longWhenText,
  passedOf,
  waitEndIn,
  whenText,
  type Passed,
} from '../../../../../diagram/metrics/wait-times.ts';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useEditing } from '../../canvas/editing.tsx';
import { useFlowDocument } from '../../state/flow-document.ts';
import { useEntryClock } from '../use-entry-clock.ts';
import { useSending } from '../use-sending.ts';
import styles from './delay-form.module.css';
import { stepTexts } from './texts.ts';
import { exampleEntries, messagesBefore } from './wait-preview.ts';

/** When someone who enters now passes a wait and gets the message behind it, and when three others would (EDT12). */
export function NextSend({ step }: { step: DelayStep }): ReactNode {
  const t = useTexts(stepTexts);
  const { locale } = useLocale();
  const sending = useSending();
  const clock = useEntryClock();
  const { flow } = useFlowDocument();
  const { outline } = useEditing();
  const here = outline.steps.get(step.id ?? '');
  const alone = clock && waitEndIn(step, clock.now, clock);
  if (!sending || !clock || !here || alone === undefined) return null;
  const { now, timeZone } = clock;
  const passedBy = (entered: number): Passed => passedOf(outline, { ...clock, now: entered });
  const passed = passedBy(now);
  const isFromTrigger = passed.has(here.id);
  /** The end of this wait, and when a message behind it leaves. */
  const goesOn = (entered: number): { ends: number; sends: number } => {
    const ends = passedBy(entered).get(here.id) ?? waitEndIn(step, entered, clock) ?? alone;
    return { ends, sends: leavesAt(ends, clock) };
  };
  const { ends, sends } = goesOn(now);
  const trigger = triggerNames[flow.trigger_event]?.[locale] ?? '';
  const when = (at: number): string => whenText(at, now, timeZone, locale);
  const before = isFromTrigger
    ? messagesBefore(here)
        .filter(({ id }) => passed.has(id))
        .slice(-2)
    : [];
  const next = here.list.steps.slice(here.index + 1).find((one) => one.step.type === 'action');
  const rows = [
    ...(isFromTrigger ? [{ at: now, name: trigger }] : []),
    ...before.map(({ id, step }) => ({ at: passed.get(id)!, name: describeStep(step, locale).name })),
  ];
  const expires =
    flow.trigger_event === 'pix.generated' && isFromTrigger ? now + sending.pixMinutes * 60_000 : Infinity;
  return (
    <section className={styles.preview} aria-label={t.nextSend}>
      <div className={styles.next}>
        <div>{isFromTrigger ? t.nextSendNow : t.nextSendHere}</div>
        <strong>{longWhenText(sends, now, timeZone, locale)}</strong>
        {sends > ends && <div>{t.quietUntil(when(ends))}</div>}
      </div>
      {rows.length > 0 && (
        <div className={styles.rows}>
          {rows.map(({ at, name }) => (
            <Fragment key={`${at} ${name}`}>
              <span>{when(at)}</span>
              <span>{name}</span>
            </Fragment>
          ))}
          <strong>{when(sends)}</strong>
          <strong>{next ? describeStep(next.step, locale).name : t.goesOn}</strong>
        </div>
      )}
      {sends > expires && <div className={styles.warning}>{t.pixExpires(when(expires))}</div>}
      <div>
        {exampleEntries(now, timeZone).map((entered) => (
          <div key={entered} className={styles.examples}>
            <span>{t.whoEnters(when(entered))}</span>
            <strong>{when(goesOn(entered).sends)}</strong>
          </div>
        ))}
      </div>
    </section>
  );
}
