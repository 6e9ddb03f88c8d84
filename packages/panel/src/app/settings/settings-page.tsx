import { Box, Flex, NativeSelect, NavLink, Text } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { useTexts } from '../../ui/texts.ts';
import { useStore } from '../../ui/use-store.ts';
import { ActivitySection } from '../../features/members/activity/activity-section.tsx';
import { AppearanceSection } from '../../features/stores/appearance/appearance-section.tsx';
import { ChannelsSection } from '../../features/providers/channels/channels-section.tsx';
import { ConversionsSection } from '../../features/providers/conversions/conversions-section.tsx';
import { DomainsSection } from '../../features/stores/domains/domains-section.tsx';
import { texts } from '../../ui/settings-frame/texts.ts';
import { KeysSection } from '../../features/stores/keys/keys-section.tsx';
import { PaymentsSection } from '../../features/providers/payments/payments-section.tsx';
import { PlatformsSection } from '../../features/shop/connectors/platforms-section.tsx';
import { PricesSection } from '../../features/shop/prices/prices-section.tsx';
import { PrivacySection } from '../../features/privacy/privacy-section.tsx';
import { SendingSection } from '../../features/providers/sending/sending-section.tsx';
import { ShippingSection } from '../../features/providers/shipping/shipping-section.tsx';
import { StoreSection } from '../../features/stores/store/store-section.tsx';
import { TeamSection } from '../../features/members/team/team-section.tsx';
import { WebhooksSection } from '../../features/shop/webhooks/webhooks-section.tsx';
import { FirstMessage } from '../first-message/first-message.tsx';
import { sectionsFor, type SettingsSection } from './sections.ts';

const contents: Record<SettingsSection, () => ReactNode> = {
  store: StoreSection,
  platforms: () => <PlatformsSection renderNext={(next) => <FirstMessage {...next} />} />,
  keys: KeysSection,
  webhooks: WebhooksSection,
  channels: ChannelsSection,
  domains: DomainsSection,
  appearance: AppearanceSection,
  payments: PaymentsSection,
  prices: PricesSection,
  shipping: ShippingSection,
  conversions: ConversionsSection,
  sending: SendingSection,
  team: TeamSection,
  activity: ActivitySection,
  privacy: PrivacySection,
};

/** The settings of a store, with a page for each section. */
export function SettingsPage(): ReactNode {
  const t = useTexts(texts);
  const store = useStore();
  const { storeId, name: storeName } = store;
  const { section } = useParams({ strict: false });
  const navigate = useNavigate();
  const permitted = sectionsFor(store);
  const here = permitted.find(({ name }) => name === section) ?? permitted[0];
  const above = <Text c="dimmed">{storeName}</Text>;
  if (!here) {
    return (
      <Page title={t.title} above={above}>
        <Empty icon="lock" text={t.notYours} />
      </Page>
    );
  }
  const Section = contents[here.name];
  return (
    <Page title={t[here.name]} above={above}>
      <NativeSelect
        hiddenFrom="sm"
        aria-label={t.sections}
        data={permitted.map(({ name }) => ({ value: name, label: t[name] }))}
        value={here.name}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ to: '/$storeId/settings/$section', params: { storeId, section: value } })
        }
      />
      <Flex gap={32} align="flex-start">
        <Box component="nav" aria-label={t.sections} w={208} flex="none" visibleFrom="sm">
          {permitted.map(({ name, icon }) => (
            <NavLink
              key={name}
              renderRoot={(props) => (
                <Link to="/$storeId/settings/$section" params={{ storeId, section: name }} {...props} />
              )}
              label={t[name]}
              leftSection={<Icon name={icon} />}
              active={name === here.name}
              aria-current={name === here.name ? 'page' : undefined}
              style={{ borderRadius: 8 }}
            />
          ))}
        </Box>
        <Box flex={1} miw={0}>
          <Section key={`${storeId} ${here.name}`} />
        </Box>
      </Flex>
    </Page>
  );
}
