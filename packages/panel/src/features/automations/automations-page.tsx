import { Button, Group, SegmentedControl, Stack, Text, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { useApiQuery } from '../../api/query.ts';
import { countedAfterMs } from '../../ui/feedback/counting.tsx';
import { Empty, NothingMatches } from '../../ui/feedback/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { useTexts } from '../../ui/texts.ts';
import { useStore } from '../../ui/use-store.ts';
import { CreationDialog } from './creation/creation-dialog.tsx';
import { handFile } from './import/handed-file.ts';
import { AutomationTable } from './list/automation-table.tsx';
import { listRoute, automationState, type Automation } from './list/automation.ts';
import { DropAnywhere } from './list/drop-anywhere.tsx';
import { texts } from './list/texts.ts';

const states = ['all', 'active', 'paused', 'draft'] as const;

/** The state of the filters and of the open dialog, which is in the address. */
function useListSearch() {
  const { state = 'all', search = '', create } = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: Record<string, string | undefined>): void =>
    void navigate({
      to: '.',
      search: (old: Record<string, string | undefined>) => ({ ...old, ...next }),
      replace: true,
    });
  return { state: states.find((one) => one === state) ?? 'all', search, isCreating: create === 'yes', change };
}

/** The automations of a store, with their results of the last 30 days. */
export function AutomationsPage(): ReactNode {
  const t = useTexts(texts);
  const { storeId, can } = useStore();
  const navigate = useNavigate();
  const { isCreating, change } = useListSearch();
  const list = useApiQuery(
    listRoute,
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.automations.some(({ results }) => !results) === true && countedAfterMs,
    },
  );
  const mayEdit = can('editAutomations');
  const importFile = useCallback(
    (file: File) => {
      handFile(file);
      void navigate({ to: '/$storeId/automations/import', params: { storeId } });
    },
    [navigate, storeId],
  );
  const actions = mayEdit && (
    <>
      <ButtonLink
        variant="default"
        leftSection={<Icon name="upload" size={16} />}
        to="/$storeId/automations/import"
        params={{ storeId }}
      >
        {t.import}
      </ButtonLink>
      <ButtonLink variant="default" to="/$storeId/automations/templates" params={{ storeId }}>
        {t.templates}
      </ButtonLink>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => change({ create: 'yes' })}>
        {t.create}
      </Button>
    </>
  );
  return (
    <Page title={t.automations} actions={actions}>
      <Loaded query={list}>
        {({ automations }) => <AutomationsBody automations={automations} mayEdit={mayEdit} />}
      </Loaded>
      {mayEdit && (
        <CreationDialog
          opened={isCreating}
          onClose={() => change({ create: undefined })}
          usedNames={list.data?.automations.map(({ name }) => name) ?? []}
        />
      )}
      {mayEdit && <DropAnywhere label={t.dropHere} onFile={importFile} />}
    </Page>
  );
}

function AutomationsBody({
  automations,
  mayEdit,
}: {
  automations: readonly Automation[];
  mayEdit: boolean;
}): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { state, search, change } = useListSearch();
  if (automations.length === 0)
    return (
      <Empty icon="flow" text={t.empty}>
        {mayEdit && (
          <>
            <Button onClick={() => change({ create: 'yes' })}>{t.create}</Button>
            <ButtonLink variant="default" to="/$storeId/automations/templates" params={{ storeId }}>
              {t.useTemplate}
            </ButtonLink>
          </>
        )}
      </Empty>
    );
  const wanted = search.trim().toLowerCase();
  const visible = automations.filter(
    (one) => (state === 'all' || automationState(one) === state) && one.name.toLowerCase().includes(wanted),
  );
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <TextInput
            w={{ base: '100%', xs: 236 }}
            aria-label={t.search}
            placeholder={t.search}
            leftSection={<Icon name="search" size={16} />}
            value={search}
            onChange={(event) => change({ search: event.currentTarget.value || undefined })}
          />
          <SegmentedControl
            aria-label={t.show}
            value={state}
            onChange={(value) => change({ state: value === 'all' ? undefined : value })}
            data={states.map((value) => ({ value, label: t[value] }))}
          />
        </Group>
        <AutomationSteps />
      </Group>
      {visible.length > 0 ? (
        <AutomationTable automations={visible} />
      ) : (
        <NothingMatches icon="search" onClear={() => change({ search: undefined, state: undefined })} />
      )}
    </Stack>
  );
}

function AutomationSteps(): ReactNode {
  const t = useTexts(texts);
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t.period}
      </Text>
      <Tooltip label={t.howText} multiline w={320} events={{ hover: true, focus: true, touch: true }}>
        <UnstyledButton>
          <Group gap={4}>
            <Icon name="info" size={16} />
            <Text size="sm" td="underline">
              {t.how}
            </Text>
          </Group>
        </UnstyledButton>
      </Tooltip>
    </Group>
  );
}
