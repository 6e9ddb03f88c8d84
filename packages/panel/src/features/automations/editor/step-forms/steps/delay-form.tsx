import { Anchor, Checkbox, Divider, Radio, Stack, Text } from '@mantine/core';
import { defaultBusinessHours, usualMinutes, type DelayStep, type Until } from '@retoma/flow';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLocale } from '../../../../../ui/locale.tsx';
import { businessHoursText } from '../../../../../ui/format/business-hours.ts';
import { useTexts } from '../../../../../ui/texts.ts';
import { useSending } from '../use-sending.ts';
import type { StepAccess } from '../use-step.ts';
import { ClockFields } from './clock-fields.tsx';
import { DurationFields } from './duration-fields.tsx';
import styles from './delay-form.module.css';
import { NextSend } from './next-send.tsx';
import { stepTexts } from './texts.ts';

type WaitKind = 'span' | 'clock' | 'days';
const kinds: readonly WaitKind[] = ['span', 'clock', 'days'];

/** What each kind of wait begins with. */
const first: Record<Exclude<WaitKind, 'span'>, Until> = {
  clock: { time: '09:00', nextDay: true },
  days: { time: '10:00', days: [2, 4] },
};

const kindOf = ({ until }: DelayStep): WaitKind => (until === undefined ? 'span' : until.days ? 'days' : 'clock');

/** How long a delay waits: for a time, until a time of day, or until a day of the week; and when the next message would leave (EDT12). */
export function DelayForm({ step, access }: { step: DelayStep; access: StepAccess }): ReactNode {
  const t = useTexts(stepTexts);
  const kind = kindOf(step);
  const { until } = step;
  const putUntil = (next: Until, field?: string): void =>
    access.change({ until: next, minutes: usualMinutes(next) }, field === undefined ? {} : { field });
  const choose = (next: string): void => {
    if (next === kind) return;
    if (next === 'clock' || next === 'days') putUntil(first[next]);
    else access.change({}, { drop: ['until'] });
  };
  return (
    <Stack gap="sm">
      <Radio.Group label={t.wait} value={kind} onChange={choose}>
        <Stack gap="xs" mt={4}>
          {kinds.map((one) => (
            <Radio.Card key={one} value={one} disabled={access.isLocked} className={styles.kind}>
              <Radio.Indicator />
              <span>
                <Text span display="block" size="md">
                  {t[`${one}Wait`]}
                </Text>
                <Text span display="block" size="xs" c="dimmed">
                  {t[`${one}Hint`]}
                </Text>
              </span>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {until === undefined ? (
        <DurationFields step={step} access={access} onUntil={putUntil} />
      ) : (
        <ClockFields key={kind} until={until} isLocked={access.isLocked} onChange={putUntil} />
      )}
      <Divider />
      <InBusinessHours step={step} access={access} />
      <NextSend step={step} />
    </Stack>
  );
}

function InBusinessHours({ step, access }: { step: DelayStep; access: StepAccess }): ReactNode {
  const t = useTexts(stepTexts);
  const { locale } = useLocale();
  const { storeId = '' } = useParams({ strict: false });
  const hours = useSending()?.businessHours ?? defaultBusinessHours;
  return (
    <Checkbox
      label={t.inBusinessHours}
      description={
        <>
          {businessHoursText(hours, locale)}{' '}
          <Anchor
            component={Link}
            inherit
            underline="always"
            to="/$storeId/settings/$section"
            params={{ storeId, section: 'sending' } as never}
          >
            {t.changeInStore}
          </Anchor>
        </>
      }
      checked={step.businessHours === true}
      disabled={access.isLocked}
      onChange={({ currentTarget }) =>
        currentTarget.checked ? access.change({ businessHours: true }) : access.change({}, { drop: ['businessHours'] })
      }
    />
  );
}
