import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Refused, Unreachable, type ApiResponse } from '../../../api/call.ts';
import { hasPasskeys, makePasskey } from '../../../api/passkey.ts';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { texts } from './texts.ts';

type Passkey = ApiResponse<'GET /panel/api/account'>['passkeys'][number];

/** AUT4: the passkeys of an account. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }): ReactNode {
  const t = useTexts(texts);
  const [isAdding, { open, close }] = useDisclosure();
  const [failure, setFailure] = useState<Error | null>(null);
  return (
    <AccountCard title={t.passkeysTitle} text={t.passkeysText} error={failure}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.credentialId} passkey={passkey} />
      ))}
      {!hasPasskeys() && (
        <Text size="sm" c="dimmed">
          {t.passkeysNowhere}
        </Text>
      )}
      {hasPasskeys() && !isAdding && (
        <Button variant={passkeys.length > 0 ? 'default' : 'filled'} onClick={open}>
          {t.passkeyAdd}
        </Button>
      )}
      {isAdding && <NewPasskey onFailure={setFailure} onClose={close} />}
    </AccountCard>
  );
}

type NewPasskeyProps = { onFailure: (failure: Error | null) => void; onClose: () => void };

function NewPasskey({ onFailure, onClose }: NewPasskeyProps): ReactNode {
  const t = useTexts(texts);
  const form = useForm({ initialValues: { name: '' } });
  const begin = useApiMutation('POST /panel/api/passkeys/begin');
  const add = useApiMutation('POST /panel/api/passkeys', { done: t.passkeyDone, onSuccess: onClose });
  const create = async ({ name }: typeof form.values): Promise<void> => {
    onFailure(null);
    try {
      const { options } = await begin.mutateAsync({ body: {} });
      await add.mutateAsync({ body: { response: await makePasskey(options), name: name.trim() } });
    } catch (error) {
      const isOurs = error instanceof Refused || error instanceof Unreachable;
      onFailure(isOurs ? error : new Error(t.passkeyFailed));
    }
  };
  return (
    <form onSubmit={form.onSubmit(create)}>
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={t.passkeyName}
          description={t.passkeyNameHint}
          required
          withAsterisk={false}
          autoFocus
          maxLength={60}
          w={{ base: '100%', xs: 360 }}
          {...form.getInputProps('name')}
        />
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={form.submitting} disabled={form.values.name.trim() === ''}>
            {t.passkeyAdd}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasskeyRow({ passkey: { credentialId, name, usedAt } }: { passkey: Passkey }): ReactNode {
  const t = useTexts(texts);
  const { ago } = useFormats();
  const remove = useApiMutation('POST /panel/api/passkeys/:credentialId/remove', {
    done: t.passkeyRemoved,
    onError: notifyError,
  });
  return (
    <Group justify="space-between" w="100%" wrap="nowrap">
      <Stack gap={0}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {usedAt === null ? t.passkeyNeverUsed : t.passkeyUsed(ago(usedAt))}
        </Text>
      </Stack>
      <Button
        size="xs"
        variant="subtle"
        color="vermelho"
        flex="none"
        aria-label={t.passkeyRemoveWhat(name)}
        loading={remove.isPending}
        onClick={() => remove.mutate({ params: { credentialId }, body: {} })}
      >
        {t.remove}
      </Button>
    </Group>
  );
}
