import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../../ui/links.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { Tile } from '../../../../ui/tone-badge.tsx';
import { useStore } from '../../../../ui/use-store.ts';
import type { Home } from '../home-data.ts';
import { texts } from './texts.ts';

/** CON11: offers a new store to connect a shop of each platform. */
export function ConnectShopOffer({ platforms }: { platforms: Home['platforms'] }): ReactNode {
  const t = useTexts(texts);
  const { storeId, can, example, testOf } = useStore();
  if (platforms.length === 0 || !can('changeSettings') || example || testOf !== null) return null;
  return (
    <Surface component="section" aria-label={t.shop}>
      <Group gap="sm">
        <Tile tone="calm" icon="store" />
        <Text flex={1} miw={240}>
          <b>{t.shopQuestion}</b>{' '}
          <Text span c="dimmed">
            {t.shopText}
          </Text>
        </Text>
        <Group gap="xs">
          {platforms.map(({ name, label }) => (
            <ButtonLink
              key={name}
              size="sm"
              variant="default"
              to="/$storeId/settings/$section"
              params={{ storeId, section: 'platforms' }}
              search={{ platform: name }}
            >
              {label}
            </ButtonLink>
          ))}
        </Group>
      </Group>
    </Surface>
  );
}
