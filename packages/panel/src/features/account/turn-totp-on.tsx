import { Button, Code, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useDo } from '../../api/query.ts';
import { tellDone } from '../../ui/notify.ts';
import { useTexts } from '../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { CodeInput } from './code-input.tsx';
import { texts } from './texts.ts';

/** S4: the password, then the secret as a QR code, then a code that proves it arrived. */
export function TurnTotpOn(): ReactNode {
  const t = useTexts(texts);
  const [wants, setWants] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useDo('POST /panel/api/totp');
  const confirm = useDo('POST /panel/api/totp/confirm', 'GET /panel/api/me');
  const begun = begin.data;
  const submit = (): void => {
    if (!begun) return begin.mutate({ body: { password } });
    confirm.mutate({ body: { code } }, { onSuccess: () => void tellDone(t.totpDone) });
  };
  return (
    <AccountCard title={t.totpTitle} text={t.totpOff} error={begin.error ?? confirm.error}>
      {!wants ? (
        <Button onClick={() => setWants(true)}>{t.turnOn}</Button>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap="sm" align="flex-start">
            {begun ? (
              <>
                <Text>{t.scan}</Text>
                <QrCode qr={begun.qr} label={t.qr} />
                <Code aria-label={t.key}>{begun.secret.match(/.{1,4}/g)?.join(' ')}</Code>
                <CodeInput value={code} onChange={setCode} />
                <Text size="sm" c="dimmed">
                  {t.lost}
                </Text>
              </>
            ) : (
              <PasswordInput
                label={t.password}
                description={t.wants}
                autoComplete="current-password"
                required
                autoFocus
                w={{ base: '100%', xs: 320 }}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            )}
            <Group gap="xs">
              <Button variant="default" onClick={() => (setWants(false), begin.reset(), setCode(''))}>
                {t.cancel}
              </Button>
              <Button type="submit" loading={begin.isPending || confirm.isPending}>
                {begun ? t.confirm : t.next}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </AccountCard>
  );
}

/** Dark on white in every theme, with the margin that readers need. */
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
