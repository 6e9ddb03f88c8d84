import { Alert, Anchor, Button, Collapse, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Refused } from '../../../api/call.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale, type Localized } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ProviderField } from './provider-field.tsx';
import { texts } from './texts.ts';
import type { FormField, Typed } from './values.ts';

/** The form of a provider: its fields, the typed values, and the names of the stored credentials. */
export type ProviderForm = {
  readonly provider: {
    readonly settings: FormField[];
    readonly credentials: FormField[];
    readonly whereToFind: { text: Localized; url?: string | undefined } | null;
  };
  readonly settings: Typed;
  readonly credentials: Typed;
  readonly stored: readonly string[];
};

type ProviderFieldsProps = {
  form: ProviderForm;
  onSettings: (typed: Typed) => void;
  onCredentials: (typed: Typed) => void;
  error: Error | null;
};

/** The fields of a provider: those that are required or prominent first, the others behind a button. */
export function ProviderFields({ form, onSettings, onCredentials, error }: ProviderFieldsProps): ReactNode {
  const t = useTexts(texts);
  const [isOpened, { toggle }] = useDisclosure();
  const { locale } = useLocale();
  const { provider, settings, credentials, stored } = form;
  const wrong = wrongIn(error);
  const seen = (field: FormField): ReactNode => (
    <ProviderField
      key={field.name}
      field={field}
      value={settings[field.name]}
      error={wrong('WRONG_SETTINGS', field.name) ? field.expects[locale] : undefined}
      onChange={(value) => onSettings({ ...settings, [field.name]: value })}
    />
  );
  const unseen = (field: FormField): ReactNode => (
    <ProviderField
      key={field.name}
      field={field}
      value={credentials[field.name]}
      secret={{ stored: stored.includes(field.name) ? t.stored : undefined }}
      error={wrong('WRONG_CREDENTIALS', field.name) ? field.expects[locale] : undefined}
      onChange={(value) => onCredentials({ ...credentials, [field.name]: value })}
    />
  );
  const isFirst = ({ required, isProminent }: FormField): boolean => required || isProminent === true;
  const extraSettings = provider.settings.filter((field) => !isFirst(field));
  const [plain, hidden] = [
    provider.credentials.filter(({ kind }) => kind !== 'long'),
    provider.credentials.filter(({ kind }) => kind === 'long'),
  ];
  // A refused field is never behind the button.
  const isOpen =
    isOpened ||
    extraSettings.some(({ name }) => wrong('WRONG_SETTINGS', name)) ||
    hidden.some(({ name }) => wrong('WRONG_CREDENTIALS', name));
  return (
    <Stack gap="md">
      {provider.whereToFind && <WhereToFind {...provider.whereToFind} />}
      {provider.settings.filter(isFirst).map(seen)}
      {plain.map(unseen)}
      {extraSettings.length + hidden.length > 0 && (
        <>
          <Button
            variant="subtle"
            size="xs"
            onClick={toggle}
            aria-expanded={isOpen}
            rightSection={<Icon name={isOpen ? 'up' : 'down'} size={14} />}
            style={{ alignSelf: 'flex-start' }}
          >
            {t.more}
          </Button>
          <Collapse expanded={isOpen}>
            <Stack gap="md">
              {extraSettings.map(seen)}
              {hidden.map(unseen)}
            </Stack>
          </Collapse>
        </>
      )}
    </Stack>
  );
}

function WhereToFind({ text, url }: NonNullable<ProviderForm['provider']['whereToFind']>): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  return (
    <Alert role="note" color="gray" icon={<Icon name="info" />} title={t.whereToFind}>
      <Text size="sm">{text[locale]}</Text>
      {url !== undefined && (
        <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
          {t.openProvider}
        </Anchor>
      )}
    </Alert>
  );
}

/** Finds whether a refusal names a field: `host: Too small`. */
function wrongIn(error: Error | null): (code: string, name: string) => boolean {
  const refused = error instanceof Refused ? error : undefined;
  const issues = (refused?.details as { issues?: string[] } | undefined)?.issues ?? [];
  return (code, name) => refused?.code === code && issues.some((issue) => issue.split(':')[0] === name);
}
