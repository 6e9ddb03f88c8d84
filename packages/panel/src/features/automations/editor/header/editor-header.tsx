import { ActionIcon, Box, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { ProblemsButton } from '../problems/problems-button.tsx';
import { PublishSheet } from '../publish/publish-sheet.tsx';
import { useAutomationParams, type Automation } from '../save/automation.ts';
import { SaveLine } from '../save/save-line.tsx';
import { useAutosave, type Saving } from '../save/use-autosave.ts';
import { TestRun } from '../test-run/test-run.tsx';
import { VersionsDrawer } from '../versions/versions-drawer.tsx';
import { ActiveSwitch } from './active-switch.tsx';
import { HeaderMenu } from './header-menu.tsx';
import { NameField } from './name-field.tsx';
import styles from './editor-header.module.css';
import stateStyles from './state-line.module.css';
import { texts } from './texts.ts';
import { useHeaderKeys } from './use-header-keys.ts';

const ConflictDialog = lazy(async () => ({ default: (await import('../save/conflict-dialog.tsx')).ConflictDialog }));

type EditorHeaderProps = {
  /** The automation when the editor opened; updates come from the same endpoint. */
  automation: Automation;
  /** Content between name and actions: the view switch, the copilot. */
  children?: ReactNode;
};

/** The header of the editor: the automation's name, its status and its actions. Saves the document. */
export function EditorHeader({ automation, children }: EditorHeaderProps): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useAutomationParams();
  const saving = useAutosave(automation);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <div className={styles.name}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t.automations}
            renderRoot={(props) => <Link to="/$storeId/automations" params={{ storeId }} {...props} />}
          >
            <Icon name="left" />
          </ActionIcon>
          <Box flex={1} miw={0}>
            <NameField />
            <StateLine automation={automation} saving={saving} />
          </Box>
        </div>
        {children}
        <Actions automation={automation} saving={saving} />
      </div>
    </header>
  );
}

type HeaderPartProps = { automation: Automation; saving: Saving };

/** `Ativa · versão 7 no ar · rascunho salvo às 14:02`. */
function StateLine({ automation, saving }: HeaderPartProps): ReactNode {
  const t = useTexts(texts);
  const { state, autosave } = saving;
  const [isSettling, { open, close }] = useDisclosure();
  const inConflict = state.kind === 'conflict';
  useEffect(() => {
    if (inConflict) open();
  }, [inConflict, open]);
  const { active, publishedVersion } = automation;
  return (
    <Box className={stateStyles.line} fz="xs" lh="16px" c="dimmed">
      {publishedVersion === null ? (
        <span>{t.never}</span>
      ) : (
        <>
          <ActiveSwitch automation={automation} />
          <span>{active ? t.live(publishedVersion) : t.published(publishedVersion)}</span>
        </>
      )}
      <SaveLine {...saving} savedBefore={automation.updatedAt} onSettle={open} />
      {inConflict && (
        <Suspense>
          <ConflictDialog
            autosave={autosave}
            remote={state.remote}
            base={state.base}
            opened={isSettling}
            onClose={close}
          />
        </Suspense>
      )}
    </Box>
  );
}

function Actions({ automation, saving: { autosave } }: HeaderPartProps): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const { locked } = useFlowDocument();
  const store = useEditorStore();
  const [publishes, publishing] = useDisclosure();
  const [tests, testing] = useDisclosure();
  const [looksBack, versions] = useDisclosure();
  const [looksAtProblems, problems] = useDisclosure();
  const publish = (): void => {
    store.tryPublishing();
    publishing.open();
  };
  usePublishAddress(publish);
  useHeaderKeys({ test: testing.open, publish: can('editAutomations') ? publish : undefined });
  return (
    <div className={styles.actions}>
      <ProblemsButton mode={automation.mode} opened={looksAtProblems} {...problems} />
      <Button data-test variant="default" leftSection={<Icon name="play" size={16} />} onClick={testing.open}>
        {t.test}
      </Button>
      {can('editAutomations') ? (
        <Button data-first-row onClick={publish}>
          {t.publish}
        </Button>
      ) : (
        locked === 'reader' && (
          <Text size="xs" c="dimmed" maw={160}>
            {t.reader}
          </Text>
        )
      )}
      <div data-first-row>
        <HeaderMenu onVersions={versions.open} onProblems={problems.open} />
      </div>
      <PublishSheet automation={automation} autosave={autosave} opened={publishes} onClose={publishing.close} />
      <TestRun opened={tests} onClose={testing.close} />
      <VersionsDrawer automation={automation} opened={looksBack} onClose={versions.close} />
    </div>
  );
}

/** Opens the publish sheet once if the address asks for it, and takes the request out of the address. */
function usePublishAddress(publish: () => void): void {
  const { publish: requested } = useSearch({ strict: false }) as { publish?: string };
  const navigate = useNavigate();
  useEffect(() => {
    if (requested === undefined) return;
    publish();
    const search = (old: Record<string, string | undefined>) => ({ ...old, publish: undefined });
    void navigate({ to: '.', search, replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- only the address asks for it
  }, [requested]);
}
