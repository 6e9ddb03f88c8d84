import { SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import styles from './connectors.module.css';
import { durationText } from './duration-text.ts';
import type { Platform } from './shops-data.ts';
import { texts } from './texts.ts';

/** The platforms to choose from, each with what it reports in a line. */
export const PlatformCards = ({ platforms }: { platforms: readonly Platform[] }): ReactNode => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
    {platforms.map((platform) => (
      <PlatformCard key={platform.name} platform={platform} />
    ))}
  </SimpleGrid>
);

function PlatformCard({
  platform: { name, label, capabilities, everyMinutes, methods },
}: {
  platform: Platform;
}): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId } = useStore();
  const facts = [
    capabilities.orders === 'poll' ? t.ordersPolled(durationText(everyMinutes, locale)) : t.ordersAtOnce,
    capabilities.carts ? t.cartsShort : t.noCartsShort,
  ];
  return (
    <Link
      className={styles['platform']}
      to="/$storeId/settings/$section"
      params={{ storeId, section: 'platforms' }}
      search={{ platform: name }}
    >
      <span className={styles['initial']} aria-hidden>
        {label.charAt(0)}
      </span>
      <span>
        <Text span fw={500} display="block">
          {label}
        </Text>
        <Text span size="sm" c="dimmed" display="block">
          {facts.join(', ')}
        </Text>
        {!methods.some(({ available }) => available) && <ToneBadge tone="plain">{t.needsApp}</ToneBadge>}
      </span>
    </Link>
  );
}
