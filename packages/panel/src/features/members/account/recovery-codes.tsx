import { Button, Code, CopyButton, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { texts } from './texts.ts';

/** AUT4: the codes that replace a lost second factor. They are shown once, when they are created. */
export function RecoveryCodes({ left, hasFactor }: { left: number; hasFactor: boolean }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const make = useApiMutation('POST /panel/api/recovery-codes');
  const codes = make.data?.codes;
  return (
    <AccountCard title={t.recoveryTitle} text={t.recoveryText} error={make.error}>
      {!hasFactor && (
        <Text size="sm" c="dimmed">
          {t.recoveryNone}
        </Text>
      )}
      {hasFactor && left > 0 && !codes && <Text>{t.recoveryLeft(number(left))}</Text>}
      {codes && (
        <Stack gap="sm" w="100%" role="status">
          <Text>{t.recoveryDisplayed}</Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs" data-testid="recovery-codes">
            {codes.map((code) => (
              <Code key={code} fz="md">
                {code}
              </Code>
            ))}
          </SimpleGrid>
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy} style={{ alignSelf: 'flex-start' }}>
                {copied ? t.copied : t.copyCodes}
              </Button>
            )}
          </CopyButton>
        </Stack>
      )}
      {hasFactor && !codes && (
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate({ body: {} })}>
          {left > 0 ? t.recoveryMakeNew : t.recoveryMake}
        </Button>
      )}
    </AccountCard>
  );
}
