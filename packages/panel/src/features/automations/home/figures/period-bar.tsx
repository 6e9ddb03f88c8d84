import { Button, Group, Popover, SegmentedControl, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Figures } from '../home-data.ts';
import { useBucketLabels } from './bucket-labels.ts';
import { texts } from './texts.ts';

/** The periods that are offered, in days, today included. */
const lengths = [1, 7, 30, 90] as const;
const custom = 'custom';

/** The period without a choice. */
const standard = 30;

type Query = Record<string, string | undefined>;

/** The query of the page with other values; an undefined one leaves it. */
export const changed = (before: Query, next: Query): Query =>
  Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined));

/** The query of a period, as the page's address has it. */
export type PeriodQuery = { days?: number; from?: string; to?: string };

/** The period in the page's address, 30 days without one. An invalid one is ignored. */
export function usePeriod(): { query: PeriodQuery; choose: (query: PeriodQuery) => void } {
  const { days, from, to } = useSearch({ strict: false }) as Query;
  const navigate = useNavigate();
  const known = lengths.find((one) => String(one) === days) ?? standard;
  const isDates = [from, to].every((one) => /^\d{4}-\d{2}-\d{2}$/.test(one ?? ''));
  return {
    query: isDates ? { from: from!, to: to! } : { days: known },
    choose: ({ days, from, to }) =>
      void navigate({
        to: '.',
        search: (before: Query) =>
          changed(before, { days: days === undefined || days === standard ? undefined : String(days), from, to }),
        replace: true,
      }),
  };
}

/** Chooses the period; beside it, the dates of it and of the one before. */
export function PeriodBar({ figures }: { figures: Figures | null }): ReactNode {
  const t = useTexts(texts);
  const { query, choose } = usePeriod();
  return (
    <Group gap="xs">
      <Group gap={4} wrap="nowrap" w={{ base: '100%', xs: 'auto' }}>
        <SegmentedControl
          aria-label={t.period}
          flex={1}
          value={query.days === undefined ? custom : String(query.days)}
          onChange={(days) => choose({ days: Number(days) })}
          data={lengths.map((days) => ({ value: String(days), label: days === 1 ? t.today : t.days(days) }))}
        />
        <Dates query={query} />
      </Group>
      {figures && <Compared figures={figures} />}
    </Group>
  );
}

function Compared({ figures: { current, before, isCut, unit } }: { figures: Figures }): ReactNode {
  const t = useTexts(texts);
  const { day } = useBucketLabels(unit);
  const isOne = current.from === current.to;
  const end = isCut ? t.untilNow : day(current.to);
  const period = isOne ? day(current.from) : t.range(day(current.from), end);
  const earlier = isOne ? day(before.from) : t.range(day(before.from), day(before.to));
  return (
    <Text size="sm" c="dimmed">
      {t.compared(period, isCut ? `${earlier}, ${t.sameHour}` : earlier)}
    </Text>
  );
}

/** Chooses any days. */
function Dates({ query }: { query: PeriodQuery }): ReactNode {
  const t = useTexts(texts);
  const { choose } = usePeriod();
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState(query.from ?? '');
  const [to, setTo] = useState(query.to ?? '');
  const [now] = useState(() => Date.now());
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const isRight = days >= 1 && days <= 92 && Date.parse(to) <= now;
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    if (!isRight) return;
    choose({ from, to });
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withArrow shadow="md">
      <Popover.Target>
        <Button
          variant={query.from === undefined ? 'default' : 'light'}
          px="xs"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="calendar" size={16} />
          <VisuallyHidden>{t.chooseDates}</VisuallyHidden>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={apply}>
          <Stack gap="sm" w={240}>
            <TextInput type="date" label={t.from} value={from} onChange={({ target }) => setFrom(target.value)} />
            <TextInput
              type="date"
              label={t.to}
              value={to}
              error={from !== '' && to !== '' && !isRight && t.badDates}
              onChange={({ target }) => setTo(target.value)}
            />
            <Button type="submit" disabled={!isRight}>
              {t.apply}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
