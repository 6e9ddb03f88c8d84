import { Alert, Button, Divider, Drawer, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../../api/query.ts';
import { DifferenceList } from '../../../../ui/difference-list.tsx';
import { Failure, Loaded } from '../../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { goToProblem, useProblemKey } from '../problems/go-to-problem.ts';
import { ProblemList } from '../problems/problem-list.tsx';
import { blocking, type Problem } from '../problems/problems.ts';
import { useProblems } from '../problems/use-problems.ts';
import { flowOf, useAutomationParams, type Automation } from '../save/automation.ts';
import type { Saving } from '../save/use-autosave.ts';
import { useConfirmReminders } from './confirm-reminders.tsx';
import { usePublishOverlap } from './publish-overlap.tsx';
import styles from './publish-sheet.module.css';
import { ChannelsInUse, RunsThatStay } from './publish-status.tsx';
import { texts } from './texts.ts';
import { usePublish } from './use-publish.ts';

type PublishSheetProps = Pick<Saving, 'autosave'> & { automation: Automation; opened: boolean; onClose: () => void };

/** Shows the changes and conditions of publishing before the user publishes. */
export function PublishSheet({ automation, autosave, opened, onClose }: PublishSheetProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title={t.title}>
      {opened && <Sheet automation={automation} autosave={autosave} onClose={onClose} />}
    </Drawer>
  );
}

function Sheet({ automation, autosave, onClose }: Omit<PublishSheetProps, 'opened'>): ReactNode {
  const t = useTexts(texts);
  const { mode, publishedVersion } = automation;
  const { select } = useEditorStore();
  const { problems, isCurrent, applyFix } = useProblems(mode);
  const [activate, setActivate] = useState(automation.active || publishedVersion === null);
  const [error, setError] = useState<Error | 'unsaved'>();
  const { publish, isPending } = usePublish({ autosave });
  const overlap = usePublishOverlap(activate, onClose);
  const inTheWay = blocking(problems, mode, activate);
  const reminders = useConfirmReminders(problems, applyFix);
  const go = (problem: Problem): void => {
    onClose();
    goToProblem(select, problem);
  };
  useProblemKey(true, inTheWay[0] ?? problems[0], go);
  const submit = async (): Promise<void> => {
    if (!reminders.check()) return;
    try {
      if (await publish(activate, overlap.pause)) onClose();
      else setError('unsaved');
    } catch (thrown) {
      setError(thrown as Error);
    }
  };
  const list = (some: readonly Problem[]): ReactNode => (
    <ProblemList problems={some} isCurrent={isCurrent} mode={mode} applyFix={applyFix} onGo={go} close={onClose} />
  );
  return (
    <Stack gap="lg">
      <Section title={inTheWay.length > 0 ? t.blocked(inTheWay.length) : t.problems}>
        {list(inTheWay.length > 0 ? inTheWay : problems)}
      </Section>
      <Divider />
      <Changes automation={automation} />
      <Status />
      <Switch
        label={t.activate}
        description={t.activateText}
        checked={activate}
        onChange={(event) => setActivate(event.currentTarget.checked)}
      />
      {inTheWay.length === 0 && reminders.section}
      {overlap.section}
      {error === 'unsaved' ? (
        <Alert color="vermelho" role="alert">
          {t.unsaved}
        </Alert>
      ) : (
        error && <Failure error={error} />
      )}
      <Group justify="flex-end" className={styles.foot ?? ''}>
        <Button variant="default" onClick={onClose}>
          {t.back}
        </Button>
        {overlap.mergeButton}
        {inTheWay.length === 0 && !overlap.mergeButton && (
          // The key repeats the focus: a button that still waits for the check or the overlaps cannot take it.
          <Button
            key={String(overlap.isPending || !isCurrent)}
            data-autofocus
            autoFocus
            onClick={() => void submit()}
            loading={isPending || overlap.isPending || !isCurrent}
          >
            {t.publish}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** The channels that the automation uses, and the runs of its other versions. */
function Status(): ReactNode {
  const t = useTexts(texts);
  const status = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/:automationId/status',
    { params: useAutomationParams() },
    { staleTime: 0 },
  );
  return (
    <Loaded query={status} rows={2}>
      {({ channels, liveRuns }) => (
        <>
          <Section title={t.channels}>
            <ChannelsInUse channels={channels} />
          </Section>
          <Section title={t.runs}>
            <RunsThatStay liveRuns={liveRuns} />
          </Section>
        </>
      )}
    </Loaded>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <Stack gap="xs">
    <Title order={2}>{title}</Title>
    {children}
  </Stack>
);

function Changes({ automation: { published, publishedVersion } }: { automation: Automation }): ReactNode {
  const t = useTexts(texts);
  const { flow } = useFlowDocument();
  if (published === null || publishedVersion === null)
    return (
      <Section title={t.first}>
        <Text>{t.firstText}</Text>
      </Section>
    );
  return (
    <Section title={t.changes(publishedVersion)}>
      <DifferenceList before={flowOf(published)} after={flow} />
    </Section>
  );
}
