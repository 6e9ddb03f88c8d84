import { Button, Drawer, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiResponse } from '../../../../api/call.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useAutomationParams, type Automation } from '../save/automation.ts';
import { texts } from './texts.ts';
import { VersionRow } from './version-row.tsx';

/** The number of versions that are shown before the user requests older ones. */
const first = 20;

type VersionsDrawerProps = { automation: Automation; opened: boolean; onClose: () => void };

/** The published versions, newest first. Each can be compared with the draft and restored as the draft. */
export function VersionsDrawer({ automation, opened, onClose }: VersionsDrawerProps): ReactNode {
  const t = useTexts(texts);
  const params = useAutomationParams();
  const versions = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/:automationId/versions',
    { params },
    { enabled: opened, staleTime: 0 },
  );
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title={t.versions}>
      <Loaded query={versions}>
        {({ versions: all }) => (
          <Versions all={all} live={automation.active ? automation.publishedVersion : null} onClose={onClose} />
        )}
      </Loaded>
    </Drawer>
  );
}

type Version = ApiResponse<'GET /panel/api/stores/:storeId/automations/:automationId/versions'>['versions'][number];

function Versions({ all, live, onClose }: { all: Version[]; live: number | null; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const [visible, setVisible] = useState(first);
  if (all.length === 0) return <Text c="dimmed">{t.none}</Text>;
  return (
    <Stack gap="sm">
      {all.slice(0, visible).map((version) => (
        <VersionRow key={version.version} version={version} isLive={version.version === live} onRestored={onClose} />
      ))}
      {all.length > visible && (
        <Button variant="default" onClick={() => setVisible(visible + first)}>
          {t.more}
        </Button>
      )}
    </Stack>
  );
}
