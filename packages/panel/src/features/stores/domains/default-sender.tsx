import { isForeignFreemail } from '@retoma/flow';
import { Autocomplete, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useStoreForm, type StoreSettings } from '../../../ui/settings-frame/use-store-form.ts';
import { texts } from './texts.ts';

/** The default sender of e-mails: one of the provider's verified senders if it lists them, else any address. */
export function DefaultSender(): ReactNode {
  const query = useApiQuery('GET /panel/api/stores/:storeId/settings', {});
  return (
    <Loaded query={query} rows={2}>
      {({ settings }) => <Sender saved={settings} />}
    </Loaded>
  );
}

function Sender({ saved }: { saved: StoreSettings }): ReactNode {
  const t = useTexts(texts);
  const { values, set, isWrong, bar } = useStoreForm(saved);
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/senders', {}, { staleTime: 60_000 });
  const email = values.senderEmail ?? '';
  const verifiedSender = data?.senders?.find((one) => one.email === email.trim().toLowerCase());
  return (
    <Topic title={t.defaultSender} help={t.defaultSenderHelp}>
      <Autocomplete
        label={t.email}
        description={t.senderEmailHint}
        type="email"
        maxLength={254}
        data={[...new Set(data?.senders?.map((one) => one.email))]}
        error={isWrong('senderEmail') && t.senderEmailWrong}
        value={email}
        onChange={(value) => set({ senderEmail: value === '' ? null : value })}
      />
      {verifiedSender && (
        <div>
          <ToneBadge tone="ok">{t.verified}</ToneBadge>
        </div>
      )}
      {isForeignFreemail(email, data?.mailServer ?? null) && <Text size="sm">{t.foreignSender}</Text>}
      {data?.senders && email !== '' && !verifiedSender && <Text size="sm">{t.notVerified}</Text>}
      {data?.reason && <Text size="sm">{t.notListed(data.reason)}</Text>}
      <TextInput
        label={t.name}
        description={t.senderNameHint}
        maxLength={100}
        value={values.senderName ?? ''}
        onChange={({ currentTarget: { value } }) => set({ senderName: value === '' ? null : value })}
      />
      <SaveBar {...bar} />
    </Topic>
  );
}
