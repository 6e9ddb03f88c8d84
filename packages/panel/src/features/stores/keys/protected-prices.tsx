import { Anchor, Code, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { SaveBar } from '../../../ui/settings-frame/save-bar.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useStoreForm, type StoreSettings } from '../../../ui/settings-frame/use-store-form.ts';
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

/** CHK11: whether only prices of the store's server hold, and the code that sends them. */
export function ProtectedPrices(): ReactNode {
  const query = useApiQuery('GET /panel/api/stores/:storeId/settings', {});
  return (
    <Loaded query={query} rows={2}>
      {({ settings }) => <Prices saved={settings} />}
    </Loaded>
  );
}

function Prices({ saved }: { saved: StoreSettings }): ReactNode {
  const t = useTexts(texts);
  const { values, set, bar } = useStoreForm(saved);
  return (
    <Topic title={t.pricesTitle} help={t.pricesHelp}>
      <Switch
        label={t.pricesOnly}
        description={t.pricesHint}
        checked={values.signedCartsOnly}
        onChange={(event) => set({ signedCartsOnly: event.currentTarget.checked })}
      />
      <Text size="sm">{t.pricesCode}</Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {serverCode}
      </Code>
      <Anchor size="sm" href="/docs/checkout-integration" target="_blank">
        {t.pricesGuide}
      </Anchor>
      <SaveBar {...bar} />
    </Topic>
  );
}
