import { Alert, Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** Creates a test checkout as the store's site does, and shows the API's response. */
export function TryKey(): ReactNode {
  const t = useTexts(texts);
  const tried = useApiMutation('POST /panel/api/stores/:storeId/keys/try', { onError: notifyError });
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" loading={tried.isPending} onClick={() => tried.mutate({ body: {} })}>
          {t.try}
        </Button>
        <Text size="sm" c="dimmed">
          {t.tryHelp}
        </Text>
      </Group>
      {tried.data && (
        <Alert
          color={tried.data.status === 201 ? 'verde' : 'vermelho'}
          title={t.tried(tried.data.status)}
          role="status"
        >
          <Stack gap="xs" align="flex-start">
            <Code block w="100%" mah={260} tabIndex={0} style={{ overflow: 'auto' }}>
              {indented(tried.data.answer)}
            </Code>
            {tried.data.checkoutUrl && (
              <Anchor href={tried.data.checkoutUrl} target="_blank" rel="noreferrer">
                {t.open}
              </Anchor>
            )}
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

const indented = (json: string): string => JSON.stringify(JSON.parse(json), null, 2);
