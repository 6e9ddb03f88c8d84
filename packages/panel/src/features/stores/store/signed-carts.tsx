import { Alert, Anchor, Button, Code, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** Code for the store's server that signs a checkout request. */
const serverCode = `import { createHmac } from 'node:crypto';
const key = process.env.RETOMA_SECRET_KEY;
const t = Math.floor(Date.now() / 1000);
const v1 = createHmac('sha256', key)
  .update(\`\${t}.\${body}\`)
  .digest('hex');
headers['X-Cart-Signature'] =
  \`t=\${t},v1=\${v1}\`;`;

/** CHK11: the risk of going live without signed carts, the code that signs them, and a button to accept the risk. */
export function SignedCarts({ onAccept }: { onAccept: () => void }): ReactNode {
  const t = useTexts(texts);
  return (
    <Alert color="ambar" icon={<Icon name="warning" />} title={t.signedTitle}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.signedText}</Text>
        <Code block w="100%" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {serverCode}
        </Code>
        <Anchor size="sm" href="/docs/checkout-integration" target="_blank">
          {t.signedGuide}
        </Anchor>
        <Button variant="default" size="xs" onClick={onAccept}>
          {t.signedAct}
        </Button>
      </Stack>
    </Alert>
  );
}
