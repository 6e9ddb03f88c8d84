import { Alert, Box, Button, Stack, Text, Title } from '@mantine/core';
import { connectCodes, type ConnectCode } from '@retoma/commerce/connect-codes';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ConnectShop } from './connect-shop.tsx';
import { ConnectedShop } from './connected-shop.tsx';
import { IncomingOrders } from './incoming-orders.tsx';
import { PlatformCards } from './platform-cards.tsx';
import { shopsPollMs, type Platform, type Shops } from './shops-data.ts';
import { texts } from './texts.ts';

/** What is left to do once these platforms are connected. `isMain`: its next button is the page's one to press. */
type RenderNext = (next: { platforms: readonly Platform[]; isMain: boolean }) => ReactNode;

/** CON11, CON12: the shops that a store is connected with, and the way to connect one. The address names the platform to connect. */
export function PlatformsSection({ renderNext }: { renderNext: RenderNext }): ReactNode {
  const { locale } = useLocale();
  const { platform: wanted, refused } = useSearch({ strict: false });
  const query = useApiQuery(
    'GET /panel/api/stores/:storeId/shop-connections',
    {},
    { refetchInterval: ({ state }) => shopsPollMs(state.data) },
  );
  return (
    <Loaded query={query}>
      {({ platforms, connections }) => {
        const platform = platforms.find(({ name }) => name === wanted);
        if (platform) return <ConnectShop key={platform.name} platform={platform} />;
        return (
          <Stack gap="lg">
            {isConnectCode(refused) && (
              <Alert color="ambar" role="status" icon={<Icon name="warning" />} maw={720}>
                {connectCodes[refused][locale]}
              </Alert>
            )}
            {connections.length > 0 ? (
              <Connected shops={{ platforms, connections }} now={query.dataUpdatedAt} renderNext={renderNext} />
            ) : (
              <ChoosePlatform platforms={platforms} />
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** Whether the address says why a consent led to no connection. */
const isConnectCode = (code: string | undefined): code is ConnectCode => code !== undefined && code in connectCodes;

/** The beginning: a store without a shop. */
function ChoosePlatform({ platforms }: { platforms: readonly Platform[] }): ReactNode {
  const t = useTexts(texts);
  return (
    <Box component="section" aria-label={t.connectShop} maw={720}>
      <Title order={2}>{t.connectShop}</Title>
      <Text c="dimmed" size="sm" mt={4} mb="sm">
        {t.connectHelp}
      </Text>
      <PlatformCards platforms={platforms} />
    </Box>
  );
}

type ConnectedProps = { shops: Pick<Shops, 'platforms' | 'connections'>; now: number; renderNext: RenderNext };

function Connected({ shops: { platforms, connections }, now, renderNext }: ConnectedProps): ReactNode {
  const t = useTexts(texts);
  const [isMore, setMore] = useState(false);
  const isBroken = connections.some(({ health: { code } }) => code === 'reconnect' || code === 'uninstalled');
  return (
    <Stack gap={32}>
      {connections.map((shop) => {
        const platform = platforms.find(({ name }) => name === shop.platform);
        return platform && <ConnectedShop key={shop.connectionId} shop={shop} platform={platform} now={now} />;
      })}
      <IncomingOrders isReading={connections.some(({ history }) => !history.done)} />
      {renderNext({
        platforms: platforms.filter(({ name }) => connections.some((one) => one.platform === name)),
        isMain: !isBroken,
      })}
      {isMore ? (
        <ChoosePlatform platforms={platforms} />
      ) : (
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setMore(true)}
        >
          {t.connectAnother}
        </Button>
      )}
    </Stack>
  );
}
