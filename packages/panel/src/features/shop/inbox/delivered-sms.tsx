import { Group, Stack, Text } from '@mantine/core';
import { countSms, smsCapacity } from '@retoma/flow';
import type { ReactNode } from 'react';
import { SmsPreview } from '../../../preview/sms-preview.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { inboxTexts } from './texts.ts';

/** An SMS as sent: the text, and its parts. */
export function DeliveredSms({ text }: { text: string }): ReactNode {
  const t = useTexts(inboxTexts);
  const sms = countSms(text);
  const { encoding, parts, length, foreign } = sms;
  return (
    <Stack gap="sm">
      <SmsPreview message={text} />
      <Group gap="xs">
        <ToneBadge tone={parts === 1 ? 'ok' : 'wait'}>{t.smsParts(parts)}</ToneBadge>
        <Text size="sm">{t.smsLength(length, smsCapacity(sms))}</Text>
        <Text size="sm" c="dimmed">
          {encoding === 'GSM-7' ? t.gsm : t.ucs}
        </Text>
      </Group>
      {foreign.length > 0 && <Text size="sm">{t.foreign(foreign.join(' '))}</Text>}
    </Stack>
  );
}
