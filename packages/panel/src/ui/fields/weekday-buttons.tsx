import { Button, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { weekdayNames } from '../format/business-hours.ts';
import { useLocale } from '../locale.tsx';
import styles from './pressed.module.css';

type WeekdayButtonsProps = {
  label: string;
  /** From 0 (Sunday) to 6, at least one. */
  days: readonly number[];
  disabled?: boolean;
  onChange: (days: number[]) => void;
};

/** The days of the week as buttons, of which one or more are pressed. */
export function WeekdayButtons({ label, days, disabled = false, onChange }: WeekdayButtonsProps): ReactNode {
  const { locale } = useLocale();
  const toggle = (day: number): void => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b);
    if (next.length > 0) onChange(next);
  };
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Group gap={6} wrap="nowrap" grow role="group" aria-label={label}>
        {weekdayNames[locale].map((name, day) => (
          <Button
            key={name}
            size="sm"
            px={0}
            variant="default"
            className={styles.toggle}
            aria-pressed={days.includes(day)}
            aria-label={name}
            disabled={disabled}
            onClick={() => toggle(day)}
          >
            {name.charAt(0).toUpperCase()}
          </Button>
        ))}
      </Group>
    </Input.Wrapper>
  );
}
