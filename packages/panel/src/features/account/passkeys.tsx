import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Refused, Unreachable, type ApiResponse } from '../../api/call.ts';
import { hasPasskeys, makePasskey } from '../../api/passkey.ts';
import { useApiMutation } from '../../api/query.ts';
import { useFormats } from '../../ui/format/formats.ts';
import { notifySuccess, notifyError } from '../../ui/feedback/notify.ts';
import { useTexts } from '../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { texts } from './texts.ts';

type Passkey = ApiResponse<'GET /panel/api/account'>['passkeys'][number];

/** AUT4: the passkeys of an account. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }): ReactNode {
  const t = useTexts(texts);
  const [name, setName] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const begin = useApiMutation('POST /panel/api/passkeys/begin');
  const add = useApiMutation('POST /panel/api/passkeys');
  const create = async (name: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { options } = await begin.mutateAsync({ body: {} });
      await add.mutateAsync({ body: { response: await makePasskey(options), name } });
      notifySuccess(t.passkeyDone);
      setName(undefined);
    } catch (error) {
      const isOurs = error instanceof Refused || error instanceof Unreachable;
      setFailure(isOurs ? error : new Error(t.passkeyFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AccountCard title={t.passkeysTitle} text={t.passkeysText} error={failure ?? null}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.credentialId} passkey={passkey} />
      ))}
      {!hasPasskeys() && (
        <Text size="sm" c="dimmed">
          {t.passkeysNowhere}
        </Text>
      )}
      {hasPasskeys() && name === undefined && (
        <Button variant={passkeys.length > 0 ? 'default' : 'filled'} onClick={() => setName('')}>
          {t.passkeyAdd}
        </Button>
      )}
      {name !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void create(name.trim());
          }}
        >
          <Stack gap="sm" align="flex-start">
            <TextInput
              label={t.passkeyName}
              description={t.passkeyNameHint}
              required
              withAsterisk={false}
              autoFocus
              maxLength={60}
              w={{ base: '100%', xs: 360 }}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Group gap="xs">
              <Button variant="default" onClick={() => setName(undefined)}>
                {t.cancel}
              </Button>
              <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
                {t.passkeyAdd}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </AccountCard>
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
