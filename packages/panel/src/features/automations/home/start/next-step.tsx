import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { ButtonLink } from '../../../../ui/links.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { ToneBadge } from '../../../../ui/tone-badge.tsx';
import { useStore } from '../../../../ui/use-store.ts';
import styles from './start.module.css';
import type { Step } from './steps.ts';
import { TestPurchase } from './test-purchase.tsx';
import { texts } from './texts.ts';

/** The next step of a new store: what it brings, what it takes, and its button; beside it what comes of it. */
export function NextStep({ step: { name } }: { step: Step }): ReactNode {
  const t = useTexts(texts);
  const hasPreview = name === 'automation' || name === 'message';
  return (
    <Surface
      component="section"
      p={0}
      aria-label={t.next}
      className={styles['next']}
      data-preview={hasPreview || undefined}
    >
      <div className={styles['main']}>
        <ToneBadge tone="calm">{t.next}</ToneBadge>
        <Title order={2}>{t[name]}</Title>
        <Text c="dimmed" maw={480}>
          {t[`${name}Text`]}
        </Text>
        <span className={styles['fact']}>
          <Icon name="clock" size={16} />
          {t[`${name}Fact`]}
        </span>
        <span className={styles['fact']}>
          <Icon name="flask" size={16} />
          {t[`${name}Safe`]}
        </span>
        <Group gap="xs" mt="xs">
          <Act name={name} />
        </Group>
      </div>
      {hasPreview && (
        <div className={styles['preview']}>
          <span className={styles['time']}>{t.previewAt}</span>
          <div className={styles['bubble']}>
            <p>{t.previewText}</p>
            <p>{t.previewButton}</p>
          </div>
        </div>
      )}
    </Surface>
  );
}

function Act({ name }: { name: Step['name'] }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const params = { storeId };
  if (name === 'checkout') return <TestPurchase variant="filled" />;
  if (name === 'message')
    return (
      <ButtonLink to="/$storeId/inbox" params={params}>
        {t.messageAct}
      </ButtonLink>
    );
  if (name === 'sale')
    return (
      <ButtonLink to="/$storeId/checkouts/new" params={params}>
        {t.saleAct}
      </ButtonLink>
    );
  if (name === 'channel')
    return (
      <ButtonLink to="/$storeId/settings/$section" params={{ storeId, section: 'channels' }}>
        {t.channelAct}
      </ButtonLink>
    );
  if (name === 'sell')
    return (
      <ButtonLink to="/$storeId/selling" params={params}>
        {t.sellAct}
      </ButtonLink>
    );
  return (
    <>
      <ButtonLink to="/$storeId/automations" params={params} search={{ create: 'yes' }}>
        {t.automationAct}
      </ButtonLink>
      <ButtonLink variant="subtle" to="/$storeId/automations/templates" params={params}>
        {t.templates}
      </ButtonLink>
    </>
  );
}
