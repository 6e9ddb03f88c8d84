import { ActionIcon, Alert, Group, Menu, Progress, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { CapabilityFold } from './capability-table.tsx';
import styles from './connectors.module.css';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { healthWords } from './health-words.ts';
import type { Platform, Shop } from './shops-data.ts';
import { texts } from './texts.ts';

type ConnectedShopProps = {
  shop: Shop;
  platform: Platform;
  /** When its state was read, in milliseconds since 1970. */
  now: number;
};

/** CON12: a connected shop: its health in words, what was read of its history, and its orders as they arrive. */
export function ConnectedShop({ shop, platform, now }: ConnectedShopProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { ago, date } = useFormats();
  const { health, name, history, connectedAt } = shop;
  const facts = [platform.label, ...addressOf(shop), t.since(date(connectedAt))];
  const words = healthWords(health, t, { now, ago: (at) => ago(at, now), locale });
  return (
    <Surface component="section" aria-label={name} maw={720}>
      <Stack gap="md">
        <Group wrap="nowrap" align="flex-start">
          <span className={styles['initial']} aria-hidden>
            {platform.label.charAt(0)}
          </span>
          <Stack gap={2} flex={1} miw={0}>
            <Group gap="xs">
              <Title order={2} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Title>
              <ToneBadge tone={words.tone}>{words.badge}</ToneBadge>
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {facts.join(' · ')}
            </Text>
          </Stack>
          <ShopMenu shop={shop} platform={platform} />
        </Group>
        <HealthNotice shop={shop} words={words} />
        <History history={history} />
        <CapabilityFold platform={platform} />
      </Stack>
    </Surface>
  );
}

/** The address of a shop, unless it is named by it; some platforms give a number instead. */
function addressOf({ shop, name }: Shop): string[] {
  const address = shop.replace(/^https?:\/\//, '');
  return /^\d+$/.test(address) || address === name ? [] : [address];
}

function HealthNotice({ shop, words }: { shop: Shop; words: ReturnType<typeof healthWords> }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  if (words.text === null) return null;
  if (words.tone === 'ok') return <Text role="status">{words.text}</Text>;
  return (
    <Alert color={words.tone === 'bad' ? 'vermelho' : 'ambar'} role="status" icon={<Icon name="warning" />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words.text}</Text>
        {words.reconnects && (
          <ButtonLink
            size="xs"
            to="/$storeId/settings/$section"
            params={{ storeId, section: 'platforms' }}
            search={{ platform: shop.platform }}
          >
            {t.reconnect}
          </ButtonLink>
        )}
      </Stack>
    </Alert>
  );
}

/** CON4: how much of the last 48 hours was read. Afterwards a line. */
function History({ history: { read, total, done } }: { history: Shop['history'] }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  if (done) return <Text c="dimmed">{t.historyDone(number(read))}</Text>;
  const share = total === null || total === 0 ? 100 : Math.min(100, (100 * read) / total);
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{t.history}</Text>
        <Text size="sm" c="dimmed" role="status">
          {total === null ? t.historyRead(number(read)) : t.historyCount(number(read), number(total))}
        </Text>
      </Group>
      <Progress value={share} animated={total === null} aria-label={t.history} />
      <Text size="sm" c="dimmed">
        {t.historyText}
      </Text>
    </Stack>
  );
}

function ShopMenu({ shop, platform }: Omit<ConnectedShopProps, 'now'>): ReactNode {
  const t = useTexts(texts);
  const [isAsked, setAsked] = useState(false);
  const { connectionId, name } = shop;
  const read = useApiMutation('POST /panel/api/stores/:storeId/shop-connections/:shopConnectionId/read', {
    done: t.reading,
    onError: notifyError,
  });
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} flex="none" aria-label={t.menu(name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="refresh" size={16} />}
            onClick={() => read.mutate({ params: { shopConnectionId: connectionId }, body: {} })}
          >
            {t.readNow}
          </Menu.Item>
          <Menu.Item color="vermelho" leftSection={<Icon name="cross" size={16} />} onClick={() => setAsked(true)}>
            {t.disconnect}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsked && <DisconnectDialog shop={shop} platform={platform} onClose={() => setAsked(false)} />}
    </>
  );
}
