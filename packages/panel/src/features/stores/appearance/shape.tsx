import { SegmentedControl, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import type { StoreForm } from '../../../ui/settings-frame/use-store-form.ts';
import { texts } from './texts.ts';

/** The corners of the payment page, and the texts of its links. */
export function Shape({ form: { values, set, isWrong } }: { form: StoreForm }): ReactNode {
  const t = useTexts(texts);
  return (
    <>
      <Topic title={t.corners}>
        <SegmentedControl
          aria-label={t.corners}
          value={values.corners ?? 'soft'}
          onChange={(corners) => set({ corners: corners === 'soft' ? null : corners })}
          data={[
            { value: 'square', label: t.square },
            { value: 'soft', label: t.soft },
            { value: 'round', label: t.round },
          ]}
        />
      </Topic>
      <Topic title={t.links} help={t.linksHelp}>
        {(['returnsText', 'privacyText'] as const).map((member) => (
          <TextInput
            key={member}
            label={t[member]}
            description={t.textHint}
            maxLength={40}
            error={isWrong(member) && t.textHint}
            value={values[member] ?? ''}
            onChange={({ currentTarget: { value } }) => set({ [member]: value === '' ? null : value })}
          />
        ))}
      </Topic>
    </>
  );
}
