import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useTexts } from '../../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { texts } from './texts.ts';

/** AUT4: shows the secret as a QR code, then requires a code that proves the app has it. */
export function EnableTotp(): ReactNode {
  const t = useTexts(texts);
  const form = useForm({ initialValues: { code: '' } });
  const begin = useApiMutation('POST /panel/api/totp');
  const confirm = useApiMutation('POST /panel/api/totp/confirm', { done: t.totpDone });
  const enrolment = begin.data;
  return (
    <AccountCard title={t.totpTitle} text={t.totpOff} error={begin.error ?? confirm.error}>
      {!enrolment ? (
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate({ body: {} })}>
          {t.turnOn}
        </Button>
      ) : (
        <form onSubmit={form.onSubmit((body) => confirm.mutate({ body }))}>
          <Stack gap="sm" align="flex-start">
            <Text>{t.scan}</Text>
            <QrCode qr={enrolment.qr} label={t.qr} />
            <Code aria-label={t.key}>{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</Code>
            <TextInput
              label={t.code}
              description={t.codeHint}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              withAsterisk={false}
              w={{ base: '100%', xs: 320 }}
              {...form.getInputProps('code')}
              onChange={({ currentTarget }) =>
                form.setFieldValue('code', currentTarget.value.replace(/\D/g, '').slice(0, 6))
              }
            />
            <Text size="sm" c="dimmed">
              {t.lost}
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => (begin.reset(), form.reset())}>
                {t.cancel}
              </Button>
              <Button type="submit" loading={confirm.isPending}>
                {t.confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </AccountCard>
  );
}

/** A QR code, dark on white in every theme, with the margin that scanners need. */
const QrCode = ({ qr: { size, path }, label }: { qr: { size: number; path: string }; label: string }): ReactNode => (
  <svg
    role="img"
    aria-label={label}
    width={208}
    height={208}
    viewBox={`-4 -4 ${size + 8} ${size + 8}`}
    shapeRendering="crispEdges"
    style={{ background: '#fff', borderRadius: 8 }}
  >
    <path d={path} fill="#000" />
  </svg>
);
