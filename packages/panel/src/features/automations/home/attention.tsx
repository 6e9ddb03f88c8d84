import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Home } from './home-data.ts';
import { texts } from './texts.ts';

/** Matters that need attention, each with a link; nothing if there are none. */
export function Attention({
  attention: { failedRuns, oddOrders, channels, unverifiedChannels, unverifiedPayments, simulatedChannels },
}: {
  attention: Home['attention'];
}): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { storeId } = useStore();
  const connections = [...channels, ...simulatedChannels, ...unverifiedChannels, ...unverifiedPayments];
  if (failedRuns === 0 && oddOrders === 0 && connections.length === 0) return null;
  return (
    <section aria-label={t.attention}>
      <Surface>
        <Stack gap="sm">
          <Title order={2}>{t.attention}</Title>
          {channels.map((channel) => (
            <Matter key={channel} text={t.channel(t[channel])}>
              <Link to="/$storeId/settings/$section" style={inherited} params={{ storeId, section: 'channels' }}>
                {t.see}
              </Link>
            </Matter>
          ))}
          {simulatedChannels.map((channel) => (
            <Matter key={channel} text={t.simulated(t[channel])}>
              <Link to="/$storeId/settings/$section" style={inherited} params={{ storeId, section: 'channels' }}>
                {t.see}
              </Link>
            </Matter>
          ))}
          {unverifiedChannels.map((channel) => (
            <Matter key={channel} text={t.unverified(t[channel])}>
              <Link to="/$storeId/settings/$section" style={inherited} params={{ storeId, section: 'channels' }}>
                {t.see}
              </Link>
            </Matter>
          ))}
          {unverifiedPayments.length > 0 && (
            <Matter text={t.unverifiedPayments}>
              <Link to="/$storeId/settings/$section" style={inherited} params={{ storeId, section: 'payments' }}>
                {t.see}
              </Link>
            </Matter>
          )}
          {failedRuns > 0 && (
            <Matter text={t.failedRuns(number(failedRuns))}>
              <Link to="/$storeId/runs" style={inherited} params={{ storeId }} search={{ state: 'failed' }}>
                {t.see}
              </Link>
            </Matter>
          )}
          {oddOrders > 0 && (
            <Matter text={t.oddOrders(number(oddOrders))}>
              <Link to="/$storeId/orders" style={inherited} params={{ storeId }}>
                {t.see}
              </Link>
            </Matter>
          )}
        </Stack>
      </Surface>
    </section>
  );
}

/** A link has the style of its surrounding anchor. */
const inherited = { color: 'inherit', textDecoration: 'inherit' } as const;

const Matter = ({ text, children }: { text: string; children: ReactNode }): ReactNode => (
  <Group gap="sm" wrap="nowrap">
    <Text span c="var(--mantine-color-ambar-7)" lh={1} darkHidden>
      <Icon name="warning" />
    </Text>
    <Text span c="var(--mantine-color-ambar-4)" lh={1} lightHidden>
      <Icon name="warning" />
    </Text>
    <Text flex={1}>{text}</Text>
    <Anchor component="span">{children}</Anchor>
  </Group>
);
