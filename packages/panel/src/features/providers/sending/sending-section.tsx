import { Group, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import { WeekdayButtons } from '../../../ui/fields/weekday-buttons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { DurationField } from '../../../ui/settings-frame/duration-field.tsx';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useStoreForm, type StoreSettings } from '../../../ui/settings-frame/use-store-form.ts';
import { texts } from './texts.ts';

/** The store's rules for automations: when a cart is abandoned, how long they wait for a reply, and when a message is too late. */
export function SendingSection(): ReactNode {
  const query = useApiQuery('GET /panel/api/stores/:storeId/settings', {});
  return <Loaded query={query}>{({ settings }) => <Rules saved={settings} />}</Loaded>;
}

function Rules({ saved }: { saved: StoreSettings }): ReactNode {
  const t = useTexts(texts);
  const { values, set, isWrong, bar } = useStoreForm(saved);
  return (
    <Stack gap={32}>
      <Topic title={t.carts} help={t.cartsHelp}>
        <DurationField
          label={t.abandon}
          description={t.abandonHint}
          error={isWrong('abandonMinutes') && t.abandonHint}
          value={values.abandonMinutes}
          onChange={(abandonMinutes) => set({ abandonMinutes })}
        />
      </Topic>
      <Topic title={t.replies} help={t.repliesHelp}>
        <DurationField
          label={t.noReply}
          description={t.noReplyHint}
          error={isWrong('noReplyMinutes') && t.noReplyHint}
          value={values.noReplyMinutes}
          onChange={(noReplyMinutes) => set({ noReplyMinutes })}
        />
      </Topic>
      <Topic title={t.late} help={t.lateHelp}>
        <DurationField
          label={t.lateLabel}
          description={t.lateHint}
          error={isWrong('lateMinutes') && t.lateHint}
          value={values.lateMinutes}
          onChange={(lateMinutes) => set({ lateMinutes })}
        />
      </Topic>
      <Topic title={t.machines} help={t.machinesHelp}>
        <Switch
          label={t.trust}
          description={t.trustHint}
          checked={values.countMachines}
          onChange={(event) => set({ countMachines: event.currentTarget.checked })}
        />
      </Topic>
      <Topic title={t.businessHours} help={t.businessHoursHelp}>
        <WeekdayButtons
          label={t.days}
          days={values.businessHours.days}
          onChange={(days) => set({ businessHours: { ...values.businessHours, days } })}
        />
        <Group grow align="flex-start">
          {(['from', 'to'] as const).map((end) => (
            <TimeField
              key={end}
              label={t[end]}
              value={values.businessHours[end]}
              error={end === 'to' && isWrong('businessHours') && t.hoursWrong}
              onChange={(time) => set({ businessHours: { ...values.businessHours, [end]: time } })}
            />
          ))}
        </Group>
      </Topic>
      <Topic title={t.quiet}>
        <Text>{t.quietText}</Text>
      </Topic>
      <SaveBar {...bar} />
    </Stack>
  );
}
