import { NumberInput, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { SaveBar } from '../frame/save-bar.tsx';
import { Topic } from '../frame/topic.tsx';
import { useStoreForm, type StoreSettings } from '../frame/use-store-form.ts';
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
        <NumberInput
          label={t.abandon}
          description={t.abandonHint}
          min={10}
          max={10_080}
          allowDecimal={false}
          error={isWrong('abandonMinutes') && t.abandonHint}
          value={values.abandonMinutes}
          onChange={(abandonMinutes) => typeof abandonMinutes === 'number' && set({ abandonMinutes })}
        />
      </Topic>
      <Topic title={t.replies} help={t.repliesHelp}>
        <Hours
          label={t.noReply}
          hint={t.noReplyHint}
          minutes={values.noReplyMinutes}
          isWrong={isWrong('noReplyMinutes')}
          onChange={(noReplyMinutes) => set({ noReplyMinutes })}
        />
      </Topic>
      <Topic title={t.late} help={t.lateHelp}>
        <Hours
          label={t.lateLabel}
          hint={t.lateHint}
          minutes={values.lateMinutes}
          isWrong={isWrong('lateMinutes')}
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
      <Topic title={t.quiet}>
        <Text>{t.quietText}</Text>
      </Topic>
      <SaveBar {...bar} />
    </Stack>
  );
}

type HoursProps = {
  label: string;
  hint: string;
  minutes: number;
  isWrong: boolean;
  onChange: (minutes: number) => void;
};

/** A number input for minutes, displayed in hours. */
const Hours = ({ label, hint, minutes, isWrong, onChange }: HoursProps): ReactNode => (
  <NumberInput
    label={label}
    description={hint}
    min={1}
    max={168}
    decimalScale={2}
    decimalSeparator=","
    error={isWrong && hint}
    value={minutes / 60}
    onChange={(hours) => typeof hours === 'number' && onChange(Math.round(hours * 60))}
  />
);
