import { Text } from '@mantine/core';
import type { SmsData } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../../ui/texts.ts';
import { MetatagText } from '../text/metatag-text.tsx';
import type { StepAccess } from '../use-step.ts';
import { useSmsWay } from '../use-sending.ts';
import { useExample } from '../example/example.ts';
import { countText } from './count.ts';
import { foreignLetters } from './foreign-letters.ts';
import { SmsAccents, SmsCounter } from './sms-counter.tsx';
import { smsTexts } from './texts.ts';

/** The text of an SMS, with its cost in parts. */
export function SmsForm({ data, access }: { data: Partial<SmsData>; access: StepAccess }): ReactNode {
  const t = useTexts(smsTexts);
  const { change, problem, isLocked } = access;
  const { message = '' } = data;
  const way = useSmsWay();
  const { picked } = useExample();
  const real = typeof picked === 'object' ? picked.data : undefined;
  const member = 'data.message';
  return (
    <>
      <MetatagText
        label={t.text}
        description={t.plainHint}
        value={message}
        onChange={(text) => change({ [member]: text }, { field: member })}
        kind="plain"
        lines
        error={problem(member)}
        readOnly={isLocked}
        foot={<SmsCounter text={message} way={way} real={real} />}
        {...(!way.removesAccents && { extensions: foreignLetters })}
      />
      {way.removesAccents && countText(message, { ...way, removesAccents: false }).foreign.length > 0 && (
        <Text size="sm" c="dimmed">
          {t.removed}
        </Text>
      )}
      <SmsAccents text={message} way={way} onChange={isLocked ? undefined : (text) => change({ [member]: text })} />
    </>
  );
}
