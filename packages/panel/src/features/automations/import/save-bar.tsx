import { Alert, Button, Group, Select, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Flow } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { DifferenceList } from '../../../ui/difference-list.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { listRoute } from '../list/automation.ts';
import type { Analysis } from './analyse.ts';
import { useImportOverlap } from './import-overlap.tsx';
import { texts } from './texts.ts';
import { useImport } from './use-import.ts';

type Kind = 'new' | 'draft';
type SaveBarProps = { result: Analysis['result']; isEmpty: boolean };

/** Selects where the result is saved: as a new automation or as the draft of an existing one. The first button never makes it active (EDT10). */
export function SaveBar({ result, isEmpty }: SaveBarProps): ReactNode {
  const t = useTexts(texts);
  const [as, setAs] = useState<Kind>('new');
  const [target, setTarget] = useState<string | null>(null);
  const [why, setWhy] = useState<string>();
  const { save, refused, isPending, targetDraft } = useImport(as === 'draft' ? target : null);
  const overlap = useImportOverlap(as === 'draft' ? target : null, save);
  const isUnfinished = result !== undefined && as === 'new' && (isRefused(result) || refused === result.text);
  const whyNot = (activate: boolean): string | undefined => {
    if (isEmpty) return t.whyEmpty;
    if (!result) return t.whyUndrawable;
    if (activate && result.structureErrors > 0) return t.whyStructure(result.structureErrors);
    if (activate && result.templateErrors > 0) return t.whyMeaning(result.templateErrors);
    return as === 'draft' && target === null ? t.whyTarget : undefined;
  };
  const saveAs = (activate: boolean): void => {
    const reason = whyNot(activate);
    setWhy(reason);
    if (reason !== undefined || !result) return;
    if (activate) void overlap.activate(result);
    else void save(result.text, isUnfinished ? 'draft' : 'paused');
  };
  return (
    <Surface component="section" aria-label={t.saveAs}>
      {overlap.dialog}
      <Stack gap="sm">
        {why !== undefined && (
          <Alert color="vermelho" role="alert" icon={<Icon name="warning" />} title={t.cannotSave}>
            {why}
          </Alert>
        )}
        <Group justify="space-between" gap="sm" align="flex-end">
          <Destination as={as} onAs={setAs} target={target} onTarget={setTarget} />
          <Group gap="xs">
            <Button loading={isPending} onClick={() => saveAs(false)}>
              {isUnfinished ? t.keepDraft : t.saveDraft}
            </Button>
            <Button variant="default" loading={isPending} onClick={() => saveAs(true)}>
              {t.saveActive}
            </Button>
          </Group>
        </Group>
        {as === 'draft' && targetDraft !== undefined && result && <Changes before={targetDraft} after={result.flow} />}
      </Stack>
    </Surface>
  );
}

/** DEF8: whether an import of the result is refused, so that it can only be kept as a draft. */
const isRefused = ({ flow, structureErrors, templateErrors }: NonNullable<Analysis['result']>): boolean =>
  structureErrors > 0 || (templateErrors > 0 && (flow.active as unknown) !== false);

type DestinationProps = {
  as: Kind;
  onAs: (as: Kind) => void;
  target: string | null;
  onTarget: (automationId: string | null) => void;
};

function Destination({ as, onAs, target, onTarget }: DestinationProps): ReactNode {
  const t = useTexts(texts);
  const list = useApiQuery(listRoute, {});
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label={t.saveAs}
        value={as}
        onChange={onAs}
        data={[
          { value: 'new', label: t.asNew },
          { value: 'draft', label: t.asDraft },
        ]}
      />
      {as === 'draft' && (
        <Select
          aria-label={t.automation}
          placeholder={t.automation}
          searchable
          w={260}
          value={target}
          onChange={onTarget}
          data={(list.data?.automations ?? []).map(({ automationId, name }) => ({
            value: automationId,
            label: name,
          }))}
        />
      )}
    </Group>
  );
}

function Changes({ before, after }: { before: Flow; after: Flow }): ReactNode {
  const t = useTexts(texts);
  return (
    <Stack gap="xs">
      <Text fw={500}>{t.differences}</Text>
      <DifferenceList before={before} after={after} />
    </Stack>
  );
}
