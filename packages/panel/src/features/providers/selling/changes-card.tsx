import { Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { canReceive, type Selling } from './selling-data.ts';
import classes from './selling.module.css';
import { texts } from './texts.ts';

/** What a shopper meets now, and once the store sells for real. `isRisk`: not what the owner wants. */
type Effect = { what: string; today: string; live: string; isRisk: boolean };

type Words = (typeof texts)['pt-BR'];

/** What each payment method and channel does for shoppers. */
function effectsOf(t: Words, { methods, channels, sender, live }: Selling): Effect[] {
  return [
    ...methods.map(({ method, by }): Effect => {
      const what = t[method];
      if (!by) return { what, today: t.noneMethod, live: t.noneMethod, isRisk: false };
      if (by.isSimulated) return { what, today: t.simulatedMethod, live: t.goneMethod, isRisk: true };
      const real = by.verified ? t.cashMethod : t.riskMethod;
      return { what, today: real, live: real, isRisk: !by.verified };
    }),
    ...channels.map(({ channel, by, state }): Effect => {
      const what = t[channel];
      if (!by) return { what, today: t.noneChannel, live: t.lostChannel, isRisk: state !== 'optional' };
      if (by.isSimulated)
        return {
          what,
          today: live ? t.lostSimulated : t.inboxChannel,
          live: t.lostSimulated,
          isRisk: state !== 'optional',
        };
      const isSpam = channel === 'email' && sender.state !== 'done';
      const real = state === 'unverified' ? t.riskChannel : isSpam ? t.spam : t.arrives;
      return { what, today: real, live: real, isRisk: real !== t.arrives };
    }),
  ];
}

type ChangesCardProps = { selling: Selling; isNext: boolean; onAsk: () => void };

/** What changes for shoppers when the store sells for real, and the button that asks to. */
export function ChangesCard({ selling, isNext, onAsk }: ChangesCardProps): ReactNode {
  const t = useTexts(texts);
  const { live } = selling;
  const can = canReceive(selling);
  const effects = effectsOf(t, selling);
  return (
    <Surface component="section" p={0} aria-label={live ? t.now : t.changes}>
      <Title order={2} px="md" pt="md" pb="xs">
        {live ? t.now : t.changes}
      </Title>
      <table className={classes.changes}>
        {!live && (
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{t.what}</VisuallyHidden>
              </th>
              <th scope="col">{t.today}</th>
              <th scope="col">{t.live}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {effects.map((effect) => (
            <tr key={effect.what}>
              <th scope="row">{effect.what}</th>
              {!live && (
                <Text component="td" inherit c="dimmed">
                  {effect.today}
                </Text>
              )}
              <td className={effect.isRisk ? classes.warn : undefined}>
                {effect.isRisk && <Icon name="warning" size={14} />} {live ? effect.today : effect.live}
              </td>
            </tr>
          ))}
          {!live && (
            <>
              <Plain what={t.notice} today={t.shows} live={t.hides} />
              <Plain what={t.testOrders} today={t.inLists} live={t.outOfSums} />
            </>
          )}
        </tbody>
      </table>
      <Stack gap="xs" p="md" style={{ borderTop: '1px solid var(--retoma-line)' }}>
        <Button size="sm" variant={isNext ? 'filled' : 'default'} disabled={!live && !can} onClick={onAsk}>
          {live ? t.backToTest : t.sellForReal}
        </Button>
        <Text size="xs" c="dimmed">
          {live ? t.backNote : can ? t.sellNote : t.needsAccount}
        </Text>
      </Stack>
    </Surface>
  );
}

const Plain = ({ what, today, live }: { what: string; today: string; live: string }): ReactNode => (
  <tr>
    <th scope="row">{what}</th>
    <Text component="td" inherit c="dimmed">
      {today}
    </Text>
    <td>{live}</td>
  </tr>
);
