import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { defineTexts, useTexts } from '../texts.ts';

const texts = defineTexts(
  {
    search: 'Buscar',
    anyTime: 'Qualquer data',
    days: (days: string) => (days === '1' ? 'Últimas 24 horas' : `Últimos ${days} dias`),
  },
  {
    search: 'Search',
    anyTime: 'Any time',
    days: (days) => (days === '1' ? 'Last 24 hours' : `Last ${days} days`),
  },
);

type SearchInputProps = { value: string; hint: string; onChange: (value: string | undefined) => void };

/** The search of a list, for the typed text after a pause. */
export function SearchInput({ value, hint, onChange }: SearchInputProps): ReactNode {
  const t = useTexts(texts);
  const [typed, setTyped] = useState({ text: value, of: value });
  // If the address changed for another reason than typing, its value replaces the typed text.
  const text = typed.of === value || typed.text.trim() === value ? typed.text : value;
  const reportChange = useDebouncedCallback(onChange, 400);
  return (
    <TextInput
      label={t.search}
      placeholder={hint}
      type="search"
      w={{ base: '100%', sm: 280 }}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, of: value });
        reportChange(currentTarget.value.trim() || undefined);
      }}
    />
  );
}

type ChoiceSelectProps = {
  label: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  all: string;
  onChange: (value: string | undefined) => void;
};

/** A filter by one of several values. */
export const ChoiceSelect = ({ label, value, choices, all, onChange }: ChoiceSelectProps): ReactNode => (
  <Select
    label={label}
    w={{ base: 'calc(50% - 6px)', sm: 160 }}
    data={[...choices]}
    value={value ?? null}
    placeholder={all}
    clearable
    onChange={(picked) => onChange(picked ?? undefined)}
  />
);

const periods = ['1', '7', '30', '90'];

/** A filter by a period until now. */
export function PeriodSelect({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (days: string | undefined) => void;
}): ReactNode {
  const t = useTexts(texts);
  const choices = periods.map((days) => ({ value: days, label: t.days(days) }));
  return <ChoiceSelect label={t.period} all={t.anyTime} {...{ value, choices, onChange }} />;
}
