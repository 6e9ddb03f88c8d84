import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../../api/call.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { texts } from './texts.ts';

type StatusResponse = ApiResponse<'GET /panel/api/stores/:storeId/automations/:automationId/status'>;

/** The channels that a draft sends through, each with its state. */
export function ChannelsInUse({ channels }: Pick<StatusResponse, 'channels'>): ReactNode {
  const t = useTexts(texts);
  if (channels.length === 0) return <Text c="dimmed">{t.noChannels}</Text>;
  return (
    <Stack gap="xs">
      {channels.map((one) => (
        <Group key={one.channel} gap="xs" wrap="nowrap">
          <Text fw={500} w={88}>
            {t[one.channel]}
          </Text>
          <ChannelState {...one} />
        </Group>
      ))}
    </Stack>
  );
}

function ChannelState({ connected, isSandbox, verified, lastError }: StatusResponse['channels'][number]): ReactNode {
  const t = useTexts(texts);
  const [colour, text] =
    lastError !== null
      ? ['vermelho', lastError]
      : !connected
        ? ['vermelho', t.disconnected]
        : isSandbox
          ? ['ambar', t.sandbox]
          : !verified
            ? ['ambar', t.unverified]
            : ['verde', t.connected];
  return (
    <Badge variant="light" tt="none" color={colour}>
      {text}
    </Badge>
  );
}

/** The runs in progress by version: after a new publication each run stays on its version. */
export function RunsThatStay({ liveRuns }: Pick<StatusResponse, 'liveRuns'>): ReactNode {
  const t = useTexts(texts);
  const some = liveRuns.filter(({ runs }) => runs > 0);
  if (some.length === 0) return <Text c="dimmed">{t.noRuns}</Text>;
  return some.map(({ version, runs }) => <Text key={version}>{t.runsStay(runs, version)}</Text>);
}
