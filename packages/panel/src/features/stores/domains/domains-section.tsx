import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { CheckoutDomain } from './checkout-domain.tsx';
import { DefaultSender } from './default-sender.tsx';
import { DnsRecords } from './dns-records.tsx';
import type { Domains } from './domains-data.ts';
import { texts } from './texts.ts';

/** The interval of DNS checks until all records are found, in milliseconds. */
const again = 60_000;

const isComplete = ({ checkout, senders }: Domains): boolean =>
  (checkout?.problem ?? null) === null &&
  [...(checkout?.records ?? []), ...senders.flatMap(({ records }) => records)].every(({ state }) => state === 'found');

/** The domains of payment links and e-mails, with the DNS records that both need. */
export function DomainsSection(): ReactNode {
  const t = useTexts(texts);
  const formats = useFormats();
  const query = useApiQuery(
    'GET /panel/api/stores/:storeId/domains',
    {},
    { refetchInterval: ({ state: { data } }) => (data && !isComplete(data) ? again : false) },
  );
  return (
    <Loaded query={query}>
      {(domains) => (
        <Stack gap={32}>
          <Group justify="flex-end" gap="sm">
            <Text size="sm" c="dimmed">
              {t.checkedAt(formats.ago(domains.checkedAt))}
            </Text>
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="refresh" size={14} />}
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {t.again}
            </Button>
          </Group>
          <CheckoutDomain domains={domains} />
          <DefaultSender />
          {domains.senders.length === 0 && <Text c="dimmed">{t.noSenders}</Text>}
          {domains.senders.map(({ domain, host, addresses, records, isForeign }) => (
            <Topic key={domain} title={t.sender(domain)} help={t.senderHelp}>
              <List size="sm" listStyleType="none">
                {addresses.map(({ name, email, automations }) => (
                  <List.Item key={email}>{t.usedBy(name, email, automations)}</List.Item>
                ))}
              </List>
              {isForeign ? <Text size="sm">{t.foreignSender}</Text> : <DnsRecords records={records} host={host} />}
              {!isForeign && !records.some(({ purpose }) => purpose === 'dkim') && (
                <Text size="sm" c="dimmed">
                  {t.sesNote}
                </Text>
              )}
            </Topic>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}
