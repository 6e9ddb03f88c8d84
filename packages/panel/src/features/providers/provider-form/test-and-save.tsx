import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Refused } from '../../../api/call.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type TestAndSaveProps = {
  error: Error | null;
  isPending: boolean;
  /** The label of the button that tests and saves. */
  label?: string;
  /** Saves without a test; offered after the provider has rejected the values or was unreachable. */
  onSaveAnyway: () => void;
  saveAnywayLabel?: string;
};

/** The end of a provider's form: the button that tests and saves, and the reason if the provider rejected the values. */
export function TestAndSave({ error, isPending, label, onSaveAnyway, saveAnywayLabel }: TestAndSaveProps): ReactNode {
  const t = useTexts(texts);
  const reason = providerReason(error);
  const actions = useRef<HTMLDivElement>(null);
  // The form may be longer than the window, so the reason and the buttons are scrolled into view.
  useEffect(() => {
    if (error) actions.current?.scrollIntoView({ block: 'end' });
  }, [error]);
  return (
    <>
      {reason === undefined ? (
        <Refusal error={error} />
      ) : (
        <Alert color="vermelho" role="alert" icon={<Icon name="warning" />} title={error?.message}>
          <Text>{reason}</Text>
          <Text size="sm" mt="xs">
            {t.saveAnywayHelp}
          </Text>
        </Alert>
      )}
      <Group justify="flex-end" ref={actions} style={{ scrollMarginBottom: 16 }}>
        {reason !== undefined && (
          <Button variant="default" disabled={isPending} onClick={onSaveAnyway}>
            {saveAnywayLabel ?? t.saveAnyway}
          </Button>
        )}
        <Button type="submit" loading={isPending}>
          {label ?? t.testAndSave}
        </Button>
      </Group>
    </>
  );
}

/** The reason why the provider rejected the values, as text; undefined without such a rejection. */
export function providerReason(error: Error | null): string | undefined {
  if (!(error instanceof Refused)) return undefined;
  if (error.code !== 'CREDENTIALS_REFUSED' && error.code !== 'PROVIDER_UNREACHABLE') return undefined;
  return (error.details as { reason?: string } | undefined)?.reason ?? '';
}
