import { Button, Group, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../../api/query.ts';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { Tile, ToneBadge } from '../../../../ui/tone-badge.tsx';
import type { Home } from '../home-data.ts';
import styles from './attention.module.css';
import { texts } from './texts.ts';
import { useMatters, type Matter } from './use-matters.tsx';

/** How many matters are shown at first. */
const shown = { desktop: 5, phone: 3 };

/**
 * COM47: what needs a member, each with its cause and a button; a line where nothing does. `isMain`: the first button is the page's one to
 * press. `isQuiet`: nothing is shown where nothing needs a member.
 */
export function AttentionList({
  attention,
  isMain,
  isQuiet,
}: {
  attention: Home['attention'];
  isMain: boolean;
  isQuiet: boolean;
}): ReactNode {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const { data: health } = useApiQuery('GET /panel/api/stores/:storeId/health', {});
  const matters = useMatters(attention, health);
  // Until all of it is known, neither is shown: it must not say that nothing waits.
  if (!health || attention.decisions === null) return null;
  if (matters.length === 0) return isQuiet ? null : <Calm />;
  const tone = matters.some((one) => one.tone === 'bad') ? 'bad' : 'wait';
  return (
    <Surface component="section" p={0} aria-label={t.attention} style={{ overflow: 'hidden' }}>
      <Group gap="xs" px="md" mih={48}>
        <Title order={2}>{t.attention}</Title>
        <ToneBadge tone={tone}>{matters.length}</ToneBadge>
      </Group>
      <div role="list">
        {matters.map((matter, at) => (
          <MatterRow key={matter.id} matter={matter} isFirst={isMain && at === 0} {...(!isOpen && hiddenAt(at))} />
        ))}
      </div>
      {!isOpen && (
        <>
          <More count={matters.length - shown.desktop} from="sm" onClick={() => setOpen(true)} />
          <More count={matters.length - shown.phone} onClick={() => setOpen(true)} />
        </>
      )}
    </Surface>
  );
}

const hiddenAt = (at: number): { isHidden?: boolean; visibleFrom?: 'sm' } => {
  if (at >= shown.desktop) return { isHidden: true };
  return at >= shown.phone ? { visibleFrom: 'sm' } : {};
};

function More({ count, from, onClick }: { count: number; from?: 'sm'; onClick: () => void }): ReactNode {
  const t = useTexts(texts);
  if (count <= 0) return null;
  return (
    <Button
      variant="subtle"
      fullWidth
      radius={0}
      h={44}
      style={{ borderTop: '1px solid var(--retoma-line)' }}
      {...(from ? { visibleFrom: from } : { hiddenFrom: 'sm' })}
      onClick={onClick}
    >
      {t.more(count)}
    </Button>
  );
}

function MatterRow({
  matter: { tone, icon, title, text, amount, act, isHot = false },
  isFirst,
  isHidden = false,
  visibleFrom,
}: {
  matter: Matter;
  isFirst: boolean;
  isHidden?: boolean;
  visibleFrom?: 'sm';
}): ReactNode {
  if (isHidden) return null;
  const visible = visibleFrom ? `mantine-visible-from-${visibleFrom}` : '';
  return (
    <div role="listitem" className={`${styles['row']} ${isHot ? styles['bad'] : ''} ${visible}`}>
      <Tile tone={tone} icon={icon} />
      <div>
        <Text fw={500}>{title}</Text>
        <Text size="sm" className={styles['text']}>
          {text}
        </Text>
      </div>
      <span className={styles['amount']}>{amount}</span>
      <div className={styles['act']}>{act?.(isFirst ? 'filled' : 'default')}</div>
    </div>
  );
}

/** Shown where nothing needs a member. */
function Calm(): ReactNode {
  const t = useTexts(texts);
  return (
    <Surface component="section" aria-label={t.attention}>
      <Group gap="sm" wrap="nowrap">
        <Tile tone="ok" icon="check" />
        <Text>
          <b>{t.calm}</b>{' '}
          <Text span c="dimmed">
            {t.calmText}
          </Text>
        </Text>
      </Group>
    </Surface>
  );
}
