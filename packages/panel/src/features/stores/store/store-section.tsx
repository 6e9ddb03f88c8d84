import { Alert, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { formatDocument, formatPhone } from '@retoma/commerce';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useStoreForm, type StoreForm, type StoreSettings } from '../../../ui/settings-frame/use-store-form.ts';
import { CreateStore } from './create-store.tsx';
import { DeleteStore } from './delete-store.tsx';
import { texts } from './texts.ts';

/** Brazilian time zones with the names of their cities, which are the same in every language. */
const zones: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'Brasília, São Paulo',
  'America/Fortaleza': 'Fortaleza',
  'America/Recife': 'Recife',
  'America/Bahia': 'Salvador',
  'America/Belem': 'Belém',
  'America/Manaus': 'Manaus',
  'America/Cuiaba': 'Cuiabá',
  'America/Campo_Grande': 'Campo Grande',
  'America/Porto_Velho': 'Porto Velho',
  'America/Rio_Branco': 'Rio Branco',
  'America/Noronha': 'Fernando de Noronha',
};

/** The seller, how to contact them, and whether the store is open. */
export function StoreSection(): ReactNode {
  const query = useApiQuery('GET /panel/api/stores/:storeId/settings', {});
  return <Loaded query={query}>{({ settings }) => <StoreFields saved={settings} />}</Loaded>;
}

function StoreFields({ saved }: { saved: StoreSettings }): ReactNode {
  const t = useTexts(texts);
  const form = useStoreForm(saved);
  return (
    <Stack gap={32}>
      {saved.demo && (
        <Alert icon={<Icon name="info" />} color="petroleo">
          {t.demo}
        </Alert>
      )}
      <Topic title={t.seller} help={t.sellerHelp}>
        <Field form={form} member="name" wrong={t.nameWrong} />
        <Field form={form} member="legalName" wrong={t.textWrong} />
        <Field form={form} member="document" wrong={t.documentWrong} />
        <Field form={form} member="address" wrong={t.textWrong} />
      </Topic>
      <Topic title={t.contact} help={t.contactHelp}>
        <Field form={form} member="email" wrong={t.emailWrong} />
        <Field form={form} member="phone" wrong={t.phoneWrong} />
        <Field form={form} member="url" wrong={t.urlHint} />
        <Field form={form} member="siteHosts" wrong={t.siteHostsHint} hint={t.siteHostsHint} />
        <Field form={form} member="returnsUrl" wrong={t.urlHint} />
        <Field form={form} member="privacyUrl" wrong={t.urlHint} />
      </Topic>
      <StateTopic form={form} />
      <CreateStore />
      <DeleteStore />
      <SaveBar {...form.bar} />
    </Stack>
  );
}

function StateTopic({ form: { values, set } }: { form: StoreForm }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  return (
    <Topic title={t.state}>
      <Switch
        label={t.active}
        description={t.activeHint}
        checked={values.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
      <Group justify="space-between" gap="xs">
        <Text>{values.live ? t.live : t.testing}</Text>
        <ButtonLink variant="default" size="sm" to="/$storeId/selling" params={{ storeId }}>
          {t.toSelling}
        </ButtonLink>
      </Group>
      <Select
        label={t.zone}
        description={t.zoneHint}
        data={[...new Set([...Object.keys(zones), values.timeZone])].map((value) => ({
          value,
          label: zones[value] ?? value.split('/').at(-1)!.replaceAll('_', ' '),
        }))}
        value={values.timeZone}
        allowDeselect={false}
        searchable
        onChange={(timeZone) => timeZone && set({ timeZone })}
      />
    </Topic>
  );
}

type TextMember =
  'name' | 'legalName' | 'document' | 'address' | 'email' | 'phone' | 'url' | 'siteHosts' | 'returnsUrl' | 'privacyUrl';

/** Formats values that are stored as digits. */
const asWritten: Partial<Record<TextMember, (stored: string) => string>> = {
  document: formatDocument,
  phone: formatPhone,
};

/** A text field of the store; an empty text is stored as null, except the name. */
function Field({
  form,
  member,
  wrong,
  hint,
}: {
  form: StoreForm;
  member: TextMember;
  wrong: string;
  hint?: string;
}): ReactNode {
  const t = useTexts(texts);
  const value = form.values[member] ?? '';
  return (
    <TextInput
      label={t[member]}
      {...(hint !== undefined && { description: hint })}
      // A value that is being edited is not formatted.
      value={form.isChanged(member) ? value : (asWritten[member]?.(value) ?? value)}
      required={member === 'name'}
      error={form.isWrong(member) && wrong}
      onChange={({ currentTarget: { value } }) =>
        form.set({ [member]: value === '' && member !== 'name' ? null : value })
      }
    />
  );
}
