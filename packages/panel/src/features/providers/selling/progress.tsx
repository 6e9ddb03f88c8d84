import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { canReceive, type Selling, type StepState } from './selling-data.ts';
import classes from './selling.module.css';
import { texts } from './texts.ts';

/** How many steps are done, as bars and words, and what is missing most. */
export function Progress({ selling }: { selling: Selling }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { accounts, channels, sender, seller, freight, payPage, prices, sale, methods, ready, total } = selling;
  const all: { state: StepState }[] = [...accounts, ...channels, sender, seller, freight, payPage, prices, sale];
  const half = all.filter(({ state }) => state === 'simulated' || state === 'unverified').length;
  const tones = Array.from({ length: total }, (_, index) => ({
    key: index,
    tone: index < ready ? 'ok' : index < ready + half ? 'wait' : undefined,
  }));
  const real = methods.filter(({ by }) => by && !by.isSimulated).map(({ method }) => t[method]);
  const lacking = [
    ...accounts.filter(({ state }) => state === 'missing').map(({ label }) => label[locale]),
    ...channels.filter(({ state }) => state === 'missing' || state === 'simulated').map(({ channel }) => t[channel]),
  ];
  return (
    <section className={classes.progress} aria-label={t.progress}>
      <span className={classes.bars} role="img" aria-label={t.bars(ready, half, total - ready - half)}>
        {tones.map(({ key, tone }) => (
          <i key={key} data-tone={tone} />
        ))}
      </span>
      <Text style={{ flex: '1 1 280px' }}>
        <b>{ready === total ? t.allReady : t.ready(ready, total)}</b>{' '}
        <Text span c="dimmed">
          {[
            canReceive(selling) ? (selling.live ? '' : t.receives(real)) : t.nothingReceives,
            canReceive(selling) && lacking.length > 0 ? t.lacks(lacking) : '',
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
      </Text>
    </section>
  );
}
