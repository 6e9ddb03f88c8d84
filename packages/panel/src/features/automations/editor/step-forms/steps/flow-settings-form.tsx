import { Checkbox, Group, MultiSelect, NumberInput, Select, Stack } from '@mantine/core';
import { limits, reentries, triggerNames, triggers, type FlowSettings } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { TimeField } from '../../../../../ui/fields/time-field.tsx';
import type { StepAccess } from '../use-step.ts';
import { stepTexts } from './texts.ts';

type SettingsProps = { settings: FlowSettings; access: StepAccess };

/** RUN18: who may enter again, what ends a run, and the quiet hours without messages. */
export function FlowSettingsForm({ settings, access }: SettingsProps): ReactNode {
  const t = useTexts(stepTexts);
  const { locale } = useLocale();
  const { isLocked, problem } = access;
  const { reentry = 'every', withinDays, stopOn = [], stopOnPurchase = false, quietHours } = settings;
  const put = (changed: { [Name in keyof FlowSettings]?: FlowSettings[Name] | undefined }, field?: string): void => {
    const next = Object.fromEntries(
      Object.entries({ ...settings, ...changed }).filter(([, value]) => value !== undefined),
    );
    const typing = field === undefined ? {} : { field };
    if (Object.keys(next).length === 0) access.change({}, { ...typing, drop: ['settings'] });
    else access.change({ settings: next }, typing);
  };
  return (
    <Stack>
      <Select
        label={t.reentry}
        data={reentries.map((value) => ({ value, label: t[value] }))}
        value={reentry}
        allowDeselect={false}
        disabled={isLocked}
        onChange={(chosen) => {
          const next = reentries.find((one) => one === chosen);
          put(next === 'every' ? { reentry: undefined, withinDays: undefined } : { reentry: next });
        }}
      />
      {reentry !== 'every' && (
        <NumberInput
          label={t.withinDays}
          description={t.withinDaysHint}
          value={withinDays ?? ''}
          min={limits.withinDays.min}
          max={limits.withinDays.max}
          allowDecimal={false}
          readOnly={isLocked}
          error={problem('settings.withinDays')}
          onChange={(value) => put({ withinDays: typeof value === 'number' ? value : undefined }, 'withinDays')}
        />
      )}
      <MultiSelect
        label={t.stopOn}
        description={t.stopOnHint}
        data={triggers.map((value) => ({ value, label: triggerNames[value][locale] }))}
        value={typeof stopOn === 'string' ? [stopOn] : [...stopOn]}
        placeholder={stopOn.length === 0 ? t.nothing : ''}
        disabled={isLocked}
        onChange={(chosen) => {
          const next = triggers.filter((one) => chosen.includes(one));
          put({ stopOn: next.length === 0 ? undefined : next });
        }}
      />
      <Checkbox
        label={t.stopOnPurchase}
        description={t.stopOnPurchaseHint}
        checked={stopOnPurchase}
        disabled={isLocked}
        onChange={({ currentTarget }) => put({ stopOnPurchase: currentTarget.checked || undefined })}
      />
      <QuietHours quietHours={quietHours} isLocked={isLocked} put={put} />
    </Stack>
  );
}

type QuietProps = {
  quietHours: FlowSettings['quietHours'];
  isLocked: boolean;
  put: (changed: { quietHours: FlowSettings['quietHours'] | undefined }, field?: string) => void;
};

function QuietHours({ quietHours, isLocked, put }: QuietProps): ReactNode {
  const t = useTexts(stepTexts);
  return (
    <Stack gap="xs">
      <Checkbox
        label={t.quiet}
        description={t.quietHint}
        checked={quietHours !== undefined}
        disabled={isLocked}
        onChange={({ currentTarget }) =>
          put({ quietHours: currentTarget.checked ? { from: '21:00', to: '08:00' } : undefined })
        }
      />
      {quietHours && (
        <Group grow>
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={end === 'from' ? t.quietFrom : t.quietTo}
              value={quietHours[end]}
              readOnly={isLocked}
              onChange={(time) => put({ quietHours: { ...quietHours, [end]: time } }, `quiet ${end}`)}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}
