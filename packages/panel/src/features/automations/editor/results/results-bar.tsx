import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import switchStyles from '../view-switch.module.css';
import { periods } from './period.ts';
import styles from './results-bar.module.css';
import { texts } from './texts.ts';
import type { EditorResults } from './use-results.ts';

/** Switches the results at the steps on and off, and selects their period. */
export function ResultsBar({ results }: { results: EditorResults }): ReactNode {
  const t = useTexts(texts);
  const { isOn, days, change } = results;
  return (
    <div role="group" aria-label={t.label} className={styles.bar}>
      <Button
        size="xs"
        h={36}
        variant={isOn ? 'light' : 'default'}
        aria-pressed={isOn}
        leftSection={<Icon name="chart" size={16} />}
        onClick={() => change({ isOn: !isOn })}
      >
        {t.results}
      </Button>
      {isOn && (
        <>
          <div role="radiogroup" aria-label={t.period} className={switchStyles.switch}>
            {periods.map((one) => (
              <label key={one} className={switchStyles.view}>
                <input type="radio" name="period" checked={one === days} onChange={() => change({ days: one })} />
                <span>{t.days(one)}</span>
              </label>
            ))}
          </div>
          <div role="status" className={styles.note}>
            <Note results={results} />
          </div>
        </>
      )}
    </div>
  );
}

/** The number of runs behind the metrics, or why there are none. */
function Note({ results: { answer, days, again } }: { results: EditorResults }): ReactNode {
  const t = useTexts(texts);
  const { number, instant } = useFormats();
  if (again)
    return (
      <>
        {t.failed}{' '}
        <Anchor component="button" size="sm" onClick={again}>
          {t.retry}
        </Anchor>
      </>
    );
  if (!answer) return null;
  if (!answer.hasRun) return t.never;
  if (answer.entered === 0) return t.noRuns(days);
  const count = number(answer.entered);
  return answer.reached ? t.reached(count, instant(answer.reached)) : t.entered(count, days);
}
