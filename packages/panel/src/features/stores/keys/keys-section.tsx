import { Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { CallList } from './call-list.tsx';
import { ErrorList } from './error-list.tsx';
import { Example } from './example.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyDialog, type NewKey } from './new-key.tsx';
import { ProtectedPrices } from './protected-prices.tsx';
import { texts } from './texts.ts';
import { ModeOfKeys } from './mode-of-keys.tsx';
import { TryKey } from './try-key.tsx';

/** The keys of a store, with examples, and explanations of the API's errors. */
export function KeysSection(): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery('GET /panel/api/stores/:storeId/keys', {});
  /** The last created key. The example can use it until the page is left. */
  const [fresh, setFresh] = useState<NewKey>();
  const [isVisible, setVisible] = useState(false);
  const show = (made: NewKey): void => {
    setFresh(made);
    setVisible(true);
  };
  return (
    <Loaded query={query}>
      {({ keys, baseUrl }) => (
        <Stack gap={32}>
          <ModeOfKeys />
          {(['checkout', 'secret'] as const).map((kind) => (
            <Topic
              key={kind}
              title={kind === 'checkout' ? t.checkoutTitle : t.secretTitle}
              help={kind === 'checkout' ? t.checkoutHelp : t.secretHelp}
            >
              <KeyList kind={kind} keys={keys.filter((key) => key.kind === kind)} onMade={show} />
            </Topic>
          ))}
          <Topic title={t.exampleTitle} help={t.exampleHelp}>
            <Example baseUrl={baseUrl} newKey={fresh?.kind === 'checkout' ? fresh.key : undefined} />
            <TryKey />
          </Topic>
          <ProtectedPrices />
          <Topic title={t.callsTitle} help={t.callsHelp}>
            <CallList />
          </Topic>
          <Topic title={t.errorsTitle}>
            <ErrorList />
          </Topic>
          {fresh && <NewKeyDialog made={fresh} opened={isVisible} onClose={() => setVisible(false)} />}
        </Stack>
      )}
    </Loaded>
  );
}
