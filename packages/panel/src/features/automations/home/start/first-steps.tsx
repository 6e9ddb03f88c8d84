import { Group, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Columns } from '../../../../ui/columns.tsx';
import { Icon } from '../../../../ui/icons.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import type { Home } from '../home-data.ts';
import { NextStep } from './next-step.tsx';
import styles from './start.module.css';
import { stepsOf, type Step } from './steps.ts';
import { TestPurchase } from './test-purchase.tsx';
import { texts } from './texts.ts';

/**
 * COM47: what leads a new store to its first real sale: the next step with its button, and the list of all. Nothing once all are done, and
 * for members who do not set a store up.
 */
export function FirstSteps({ steps }: { steps: Home['steps'] }): ReactNode {
  const { can } = useStore();
  const { open, completed } = stepsOf(steps, can);
  const [next] = open;
  if (!next) return null;
  return (
    <Columns
      isEven
      main={<NextStep step={next} />}
      aside={<StepList hasShop={steps.shop} open={open} completed={completed} />}
    />
  );
}

type StepListProps = { hasShop: boolean; open: readonly Step[]; completed: readonly Step[] };

function StepList({ hasShop, open, completed }: StepListProps): ReactNode {
  const t = useTexts(texts);
  const done = [t.create, ...(hasShop ? [t.shop] : []), ...completed.map(({ name }) => t[name])];
  return (
    <Surface component="section" p={0} aria-label={t.steps} style={{ overflow: 'hidden' }}>
      <Group justify="space-between" px="md" mih={48}>
        <Title order={2}>{t.steps}</Title>
        <Text size="xs" c="dimmed">
          {t.left(done.length, done.length + open.length)}
        </Text>
      </Group>
      <div role="list">
        <div role="listitem" className={styles['step']}>
          <span className={styles['mark']} data-done>
            <Icon name="check" size={12} />
          </span>
          <Text span c="dimmed">
            {t.completed(done.join(', '))}
          </Text>
        </div>
        {open.map(({ name, minutes }, at) => (
          <div key={name} role="listitem" className={styles['step']} {...(at === 0 && { 'aria-current': 'step' })}>
            <span className={styles['mark']} {...(at === 0 && { 'data-next': true })} />
            <span>
              {t[name]} <VisuallyHidden>({t.open})</VisuallyHidden>
            </span>
            {at > 0 && <small>{t.minutes(minutes)}</small>}
          </div>
        ))}
      </div>
      {completed.some(({ name }) => name === 'checkout') && (
        <Group px="xs" py={4} style={{ borderTop: '1px solid var(--retoma-line)' }}>
          <TestPurchase variant="subtle" />
        </Group>
      )}
    </Surface>
  );
}
