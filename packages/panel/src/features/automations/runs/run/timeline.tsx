import { Text } from '@mantine/core';
import { describeMinutes } from '@retoma/flow';
import { useEffect, useState, type ReactNode } from 'react';
import { describeStep } from '../../../../diagram/cards/step-text.ts';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useLocale, type Locale } from '../../../../ui/locale.tsx';
import { describeOptOut } from '../../../../ui/resend/opt-out-text.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { upcomingSteps } from './upcoming.ts';
import type { TimelineRow, Run } from './row.ts';
import styles from './run.module.css';
import { texts } from './texts.ts';
import { timelineLabels } from './labels.ts';

/** The maximum number of upcoming steps that are shown. */
const maxUpcoming = 6;

type TimelineProps = {
  run: Run;
  rows: readonly TimelineRow[];
  /** The key of the message that is open beside the timeline. */
  selected: string | undefined;
  onSelect: (message: string) => void;
};

/** The events of a run, what it waits for, and the upcoming steps. */
export function Timeline({ run, rows, selected, onSelect }: TimelineProps): ReactNode {
  const t = useTexts(texts);
  const { number } = useStoreFormats();
  const { locale } = useLocale();
  const coming = upcomingSteps(run);
  const known = new Set(run.messages.map(({ message }) => message));
  return (
    <ol className={styles['rows']} aria-label={t.timeline}>
      {rows.map((row) => (
        <li key={row.key}>
          {row.message !== undefined && known.has(row.message) ? (
            <button
              type="button"
              className={styles['row']}
              aria-pressed={row.message === selected}
              onClick={() => onSelect(row.message!)}
            >
              <Line row={row} run={run} />
            </button>
          ) : (
            <div className={styles['row']}>
              <Line row={row} run={run} />
            </div>
          )}
        </li>
      ))}
      {coming.slice(0, maxUpcoming).map(({ path, step }, index) => {
        const { name, icon, line } = describeStep(step, locale);
        return (
          <li key={path}>
            <div className={styles['row']}>
              <span className={styles['time']}>{index === 0 ? t.later : ''}</span>
              <span className={styles['sign']} data-tone="coming">
                <Icon name={icon} size={12} />
              </span>
              <span>
                <Text span c="dimmed">
                  {name}
                </Text>
                {line && (
                  <Text size="sm" c="dimmed">
                    {line}
                  </Text>
                )}
              </span>
            </div>
          </li>
        );
      })}
      {coming.length > maxUpcoming && (
        <li>
          <div className={styles['row']}>
            <span className={styles['time']} />
            <span />
            <Text c="dimmed">{t.moreSteps(number(coming.length - maxUpcoming))}</Text>
          </div>
        </li>
      )}
    </ol>
  );
}

function Line({ row, run }: { row: TimelineRow; run: Run }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(timelineLabels);
  const { time, instant } = useStoreFormats();
  const { locale } = useLocale();
  const isToday = (at: number): boolean => new Date(at).toDateString() === new Date(run.startedAt).toDateString();
  const clock = (at: number): string => (isToday(at) ? time(at) : instant(at));
  return (
    <>
      <span className={styles['time']}>{row.tone === 'now' ? t.since(clock(row.at)) : clock(row.at)}</span>
      <span className={styles['sign']} data-tone={row.tone}>
        {row.tone !== 'event' && <Icon name={row.tone === 'done' && row.message ? 'check' : row.icon} size={13} />}
      </span>
      <span style={{ paddingLeft: row.isAside ? 16 : 0, minWidth: 0 }}>
        <Text span fw={600}>
          {row.title}
        </Text>
        {row.way && <Text span>{` → ${row.way}`}</Text>}
        {row.seen && (
          <span style={{ display: 'block' }}>
            <span className={styles['chip']}>{row.seen}</span>
          </span>
        )}
        {row.until !== undefined && (
          <Text size="sm" c="dimmed" display="block" span>
            {run.held ? w.held : w.goesOn(clock(row.until))}
          </Text>
        )}
        {[causeOf(row, run, locale, instant) ?? row.detail, ...(row.untaken ?? [])].map(
          (line) =>
            line && (
              <Text key={line} size="sm" c="dimmed" display="block" span>
                {line}
              </Text>
            ),
        )}
        <MessageLine row={row} run={run} />
      </span>
      <span className={styles['fact']}>
        <Fact row={row} run={run} />
      </span>
    </>
  );
}

/** Why a message was not sent, where somebody stopped messages to the contact. */
function causeOf(row: TimelineRow, run: Run, locale: Locale, instant: (at: string) => string): string | null {
  const optOut = run.messages.find(({ message }) => message === row.message)?.optOut;
  return optOut ? describeOptOut(optOut, locale, instant) : null;
}

/** The channel and recipient of a message. */
function MessageLine({ row, run }: { row: TimelineRow; run: Run }): ReactNode {
  const t = useTexts(texts);
  const message = row.tone === 'event' ? undefined : run.messages.find((one) => one.message === row.message);
  if (!message?.recipient) return null;
  const channel = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' }[message.channel];
  return (
    <Text size="sm" c="dimmed" display="block" span>
      {t.to(channel, message.recipient)}
    </Text>
  );
}

/** The duration of a row; for a wait, its remaining time; for a retried message, the number of attempts. */
function Fact({ row, run }: { row: TimelineRow; run: Run }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(timelineLabels);
  const { number } = useStoreFormats();
  const { locale } = useLocale();
  const now = useMinutes();
  if (row.until !== undefined) {
    const minutes = Math.ceil((row.until - now) / 60_000);
    return run.held || minutes < 1 ? null : w.left(describeMinutes(minutes, locale));
  }
  const attempts = run.messages.find((one) => one.message === row.message)?.attempts ?? 0;
  if (row.tone !== 'event' && attempts > 1) return t.attempts(number(attempts));
  // How many milliseconds a step took says nothing to a store.
  if (!row.duration || row.duration < 1000) return null;
  return `${number(Math.round(row.duration / 100) / 10)} s`;
}

/** The current time in milliseconds, updated every 30 s. */
function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
