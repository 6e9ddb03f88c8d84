import { Alert, Anchor, Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { CopyText } from '../../../ui/settings-frame/copy-text.tsx';
import { dnsHost } from './dns-hosts.ts';
import type { Domains } from './domains-data.ts';
import { texts } from './texts.ts';

type DnsRecord = Domains['senders'][number]['records'][number];

const tones = { found: 'ok', waiting: 'wait', different: 'bad', unknown: 'plain' } as const;

/** The DNS records that a domain needs, each with its values to copy and whether it was found. */
export function DnsRecords({ records, host }: { records: readonly DnsRecord[]; host: string | null }): ReactNode {
  const t = useTexts(texts);
  const known = dnsHost(host);
  if (records.every(({ state }) => state === 'found')) {
    return (
      <Alert color="verde" icon={<Icon name="check" />}>
        {t.allFound}
      </Alert>
    );
  }
  return (
    <Stack gap="md">
      {known && (
        <Text>
          {t.host(known.name)}{' '}
          <Anchor href={known.url} target="_blank" rel="noreferrer">
            {t.openHost}
          </Anchor>
        </Text>
      )}
      {records.map((record) => (
        <DnsRecordRow key={`${record.type} ${record.name} ${record.purpose}`} record={record} />
      ))}
    </Stack>
  );
}

function DnsRecordRow({ record: { purpose, type, name, value, state, found } }: { record: DnsRecord }): ReactNode {
  const t = useTexts(texts);
  const why = {
    found: null,
    waiting: t.waitingText,
    different: t.differentText(found ?? ''),
    unknown: t.unknownText,
  }[state];
  return (
    <Box>
      <Group gap="xs" mb={4}>
        <Text fw={500}>{t[purpose]}</Text>
        <ToneBadge tone={tones[state]}>{t[state]}</ToneBadge>
      </Group>
      {state !== 'found' && (
        <Stack component="dl" gap="xs" m={0}>
          <Part name={t.type}>{type}</Part>
          <Part name={t.name}>
            <CopyText text={name} what={t.name} />
          </Part>
          <Part name={t.value}>
            <CopyText text={value} what={t.value} />
          </Part>
        </Stack>
      )}
      {why && (
        <Text size="sm" mt={4}>
          {why}
        </Text>
      )}
    </Box>
  );
}

/** A field of a DNS record with its name above it, so that a long value has the full width. */
const Part = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0}>
      {children}
    </Text>
  </div>
);
