import { Box, Group, Stack, Text, Title, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Results } from './funnel.tsx';
import { texts } from './texts.ts';

const dayMs = 24 * 60 * 60_000;

/** The days of the period up to the last day with recovered revenue, including days without any. */
function everyDay({ byDay, days }: Pick<Results, 'byDay' | 'days'>): Results['byDay'] {
  const known = new Map(byDay.map((one) => [one.day, one]));
  const last = Date.parse(`${byDay.at(-1)!.day}T12:00:00Z`);
  return Array.from({ length: Math.min(days, 90) }, (_, index) => {
    const day = new Date(last - (Math.min(days, 90) - 1 - index) * dayMs).toISOString().slice(0, 10);
    return known.get(day) ?? { day, cents: 0, orders: 0 };
  });
}

/** The recovered revenue per day. */
export function RevenueBars(results: Pick<Results, 'byDay' | 'days'>): ReactNode {
  const byDay = everyDay(results);
  const t = useTexts(texts);
  const { money, date, number } = useFormats();
  const max = Math.max(...byDay.map(({ cents }) => cents), 1);
  // Noon, so that the day is the same in every time zone of Brazil.
  const named = (day: string): string => date(`${day}T12:00:00-03:00`);
  return (
    <Surface component="section" aria-label={t.perDay}>
      <Stack gap="sm">
        <Title order={2}>{t.perDay}</Title>
        <Group component="ul" gap={4} align="flex-end" h={96} wrap="nowrap" m={0} p={0} style={{ listStyle: 'none' }}>
          {byDay.map(({ day, cents, orders }) => {
            const label = `${named(day)}: ${money(cents)}, ${t.paidOrders(number(orders))}`;
            return (
              <Box
                component="li"
                key={day}
                flex={1}
                maw={40}
                h="100%"
                style={{ display: 'flex', alignItems: 'flex-end' }}
              >
                <Tooltip label={label}>
                  <Box
                    role="img"
                    aria-label={label}
                    w="100%"
                    h={`${Math.max(2, (cents / max) * 100)}%`}
                    bg="var(--mantine-primary-color-filled)"
                    style={{ borderRadius: 4 }}
                  />
                </Tooltip>
              </Box>
            );
          })}
        </Group>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {named(byDay[0]!.day)}
          </Text>
          <Text size="xs" c="dimmed">
            {byDay.length > 1 ? named(byDay.at(-1)!.day) : ''}
          </Text>
        </Group>
      </Stack>
    </Surface>
  );
}
