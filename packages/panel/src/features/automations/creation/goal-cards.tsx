import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { triggerIcons } from '../../../ui/trigger-icons.ts';
import styles from './creation.module.css';
import { goals, goalTriggers, type Goal } from './goals.ts';
import { texts } from './texts.ts';

type GoalCardsProps = { goal: Goal; onGoal: (goal: Goal) => void };

/** The goals as a radio group of the browser: the arrow keys choose, Enter submits the form around it. */
export function GoalCards({ goal, onGoal }: GoalCardsProps): ReactNode {
  const t = useTexts(texts);
  return (
    <div className={styles.goals} role="radiogroup" aria-label={t.question}>
      {goals.map((one) => (
        <label key={one} className={styles.goal}>
          <input
            type="radio"
            name="goal"
            checked={one === goal}
            onChange={() => onGoal(one)}
            {...(one === goal && { 'data-autofocus': true, autoFocus: true })}
          />
          <Icon name={triggerIcons[goalTriggers[one]]} size={20} />
          <span>
            <Text fw={500}>{t[`${one}Goal`]}</Text>
            <Text size="sm" c="dimmed" className={styles.line ?? ''}>
              {t[`${one}Line`]}
            </Text>
          </span>
        </label>
      ))}
    </div>
  );
}
