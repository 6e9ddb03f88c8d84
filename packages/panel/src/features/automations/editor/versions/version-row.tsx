import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { call, type ApiResponse } from '../../../../api/call.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { DifferenceList } from '../../../../ui/difference-list.tsx';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { notifySuccess, notifyError } from '../../../../ui/feedback/notify.ts';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { flowOf, useAutomationParams } from '../save/automation.ts';
import { texts } from './texts.ts';

const versionRoute = 'GET /panel/api/stores/:storeId/automations/:automationId/versions/:version';

type VersionRowProps = {
  version: ApiResponse<'GET /panel/api/stores/:storeId/automations/:automationId/versions'>['versions'][number];
  isLive: boolean;
  onRestored: () => void;
};

/** One version: when and by whom it was published, how the draft differs from it, and a button to restore it. */
export function VersionRow({
  version: { version, publishedAt, publishedBy, liveRuns },
  isLive,
  onRestored,
}: VersionRowProps): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const { can } = useStore();
  const { replace } = useEditorStore();
  const params = { ...useAutomationParams(), version: String(version) };
  const [isCompared, { toggle }] = useDisclosure();
  const restore = async (): Promise<void> => {
    try {
      const answer = await call(versionRoute, { params });
      replace(flowOf(answer.version.definition));
      notifySuccess(t.restored(version));
      onRestored();
    } catch (error) {
      notifyError(error as Error);
    }
  };
  return (
    <Surface p="sm">
      <Group gap="xs">
        <Title order={2}>{t.version(version)}</Title>
        {isLive && (
          <Badge variant="light" color="verde" tt="none">
            {t.live}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t.published(instant(publishedAt), publishedBy ?? t.commandLine)}
        {liveRuns > 0 && ` · ${t.running(liveRuns)}`}
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          variant="default"
          onClick={toggle}
          aria-expanded={isCompared}
          aria-label={t.of(isCompared ? t.hide : t.compare, version)}
        >
          {isCompared ? t.hide : t.compare}
        </Button>
        {can('editAutomations') && (
          <Button size="xs" variant="light" onClick={() => void restore()} aria-label={t.of(t.restore, version)}>
            {t.restore}
          </Button>
        )}
      </Group>
      {isCompared && <Comparison version={version} />}
    </Surface>
  );
}

function Comparison({ version }: { version: number }): ReactNode {
  const t = useTexts(texts);
  const { flow } = useFlowDocument();
  const params = { ...useAutomationParams(), version: String(version) };
  // A version never changes, so its response is cached for good.
  const query = useApiQuery(versionRoute, { params }, { staleTime: Infinity });
  return (
    <Loaded query={query} rows={2}>
      {(answer) => (
        <>
          <Text size="sm" c="dimmed" my="xs">
            {t.changes}
          </Text>
          <DifferenceList before={flowOf(answer.version.definition)} after={flow} />
        </>
      )}
    </Loaded>
  );
}
