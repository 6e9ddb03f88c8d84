import { Button, CopyButton, Group, SegmentedControl, Stack, Switch, Table, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { EmailFrame } from '../../../preview/email-frame.tsx';
import { inOrder } from '../../../preview/pair-in-order.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { inboxTexts } from './texts.ts';

type Email = NonNullable<ApiResponse<'GET /panel/api/stores/:storeId/inbox/message'>['message']['email']>;

/** An e-mail as delivered: its appearance, its parts, its headers and its source. */
export function DeliveredEmail({ email }: { email: Email }): ReactNode {
  const t = useTexts(inboxTexts);
  return (
    <Tabs defaultValue="seen" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="seen">{t.seen}</Tabs.Tab>
        <Tabs.Tab value="parts">{t.parts}</Tabs.Tab>
        <Tabs.Tab value="headers">{t.headers}</Tabs.Tab>
        <Tabs.Tab value="source">{t.source}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="seen">
        <EmailView email={email} />
      </Tabs.Panel>
      <Tabs.Panel value="parts">
        <Parts parts={email.parts} />
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <Headers headers={email.headers} />
      </Tabs.Panel>
      <Tabs.Panel value="source">
        <Source email={email} />
      </Tabs.Panel>
    </Tabs>
  );
}

function EmailView({ email }: { email: Email }): ReactNode {
  const t = useTexts(inboxTexts);
  // A phone shows the e-mail as phones do.
  const [width, setWidth] = useState(() => (globalThis.innerWidth < 768 ? '375' : '640'));
  const [images, setImages] = useState(true);
  const [dark, setDark] = useState(false);
  return (
    <Stack gap="sm">
      <Group gap="md">
        <SegmentedControl
          aria-label={t.width}
          value={width}
          onChange={setWidth}
          data={[
            { value: '640', label: t.desktop },
            { value: '375', label: t.phone },
          ]}
        />
        <Switch label={t.images} checked={images} onChange={(event) => setImages(event.currentTarget.checked)} />
        <Switch label={t.dark} checked={dark} onChange={(event) => setDark(event.currentTarget.checked)} />
      </Group>
      <EmailFrame html={email.html ?? ''} width={Number(width)} height={520} images={images} dark={dark} />
      <Text size="xs" c="dimmed">
        {t.imagesHint}
      </Text>
    </Stack>
  );
}

function Parts({ parts }: { parts: Email['parts'] }): ReactNode {
  const t = useTexts(inboxTexts);
  const { number } = useFormats();
  return (
    <Stack>
      {inOrder(parts, ({ type, bytes, text }) => (
        <section aria-label={type}>
          <Group gap="xs" mb={4}>
            <Text fw={500}>{type}</Text>
            <Text size="sm" c="dimmed">
              {t.bytes(number(bytes))}
            </Text>
          </Group>
          {text !== null && <pre className="inbox-source">{text}</pre>}
        </section>
      ))}
    </Stack>
  );
}

function Headers({ headers }: { headers: Email['headers'] }): ReactNode {
  const t = useTexts(inboxTexts);
  return (
    <Table verticalSpacing={6} horizontalSpacing={0}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th pr="md">{t.name}</Table.Th>
          <Table.Th>{t.value}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {inOrder(headers, ({ name, value }) => (
          <Table.Tr>
            <Table.Td valign="top" pr="md" style={{ whiteSpace: 'nowrap' }}>
              {name}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Source({ email: { source, bytes } }: { email: Email }): ReactNode {
  const t = useTexts(inboxTexts);
  const { number } = useFormats();
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t.bytes(number(bytes))}
        </Text>
        <CopyButton value={source}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
              onClick={copy}
            >
              {copied ? t.copied : t.copySource}
            </Button>
          )}
        </CopyButton>
      </Group>
      <pre className="inbox-source">{source}</pre>
    </Stack>
  );
}
