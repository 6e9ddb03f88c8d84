import { Box } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Guarded } from '../../../ui/feedback/guarded.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { Canvas } from './canvas/canvas.tsx';
import { TreeDialogs } from './canvas/tree-dialogs.tsx';
import { useEditorKeys } from './canvas/tree-keys.ts';
import { CopilotButton } from './copilot/copilot-button.tsx';
import { ExampleProvider } from './step-forms/example/example-provider.tsx';
import { loadStepForm } from './step-forms/step-form.tsx';
import { afterPicture } from './state/after-picture.ts';
import { useFlowDocument } from './state/flow-document.ts';
import { DeferredSubtree, EditorProvider } from './state/editor-provider.tsx';
import { problemsByStep } from './state/problems.ts';
import { useUntouched } from './state/untouched.ts';
import { useEditor } from './state/use-editor.ts';
import styles from './editor-page.module.css';
import { EditorHeader } from './header/editor-header.tsx';
import { ListView } from './list/list-view.tsx';
import { StepPanel } from './panel/step-panel.tsx';
import { useResults } from './results/use-results.ts';
import { automationRoute, flowOf, useAutomationParams, type Automation } from './save/automation.ts';
import { ViewSwitch } from './view-switch.tsx';
import { views, type View } from './views.ts';

const CopilotPanel = lazy(async () => ({ default: (await import('./copilot/copilot-panel.tsx')).CopilotPanel }));
const JsonView = lazy(async () => ({ default: (await import('./json/json-view.tsx')).JsonView }));

/** The editor of one automation. A cached response from an earlier visit is not used, because it may be outdated. */
export function EditorPage(): ReactNode {
  const params = useAutomationParams();
  const { can } = useStore();
  const query = useApiQuery(automationRoute, { params }, { refetchOnMount: 'always', refetchOnWindowFocus: false });
  const isOpened = query.isFetchedAfterMount || query.error;
  return (
    <Box className={styles.page}>
      {isOpened ? (
        <Loaded query={query} rows={8}>
          {({ automation }) => (
            <EditorProvider
              key={automation.automationId}
              flow={flowOf(automation.draft)}
              canEdit={can('editAutomations')}
              knowsPixCode={automation.knowsPixCode}
            >
              <ExampleProvider>
                <Editor automation={automation} />
              </ExampleProvider>
            </EditorProvider>
          )}
        </Loaded>
      ) : null}
    </Box>
  );
}

function Editor({ automation }: { automation: Automation }): ReactNode {
  const [view, setView] = useView();
  const [asks, copilot] = useDisclosure();
  useEffect(() => afterPicture(() => void loadStepForm()), []);
  return (
    <>
      <Title />
      <div className={styles.header}>
        <DeferredSubtree>
          <EditorHeader automation={automation}>
            <ViewSwitch view={view} onView={setView} />
            <CopilotButton isOpen={asks} onToggle={copilot.toggle} />
          </EditorHeader>
        </DeferredSubtree>
      </div>
      <div className={styles.work}>
        <GuardedPart key={view}>
          <EditorView view={view} automation={automation} />
        </GuardedPart>
        {asks ? (
          <GuardedPart>
            <Suspense fallback={null}>
              <CopilotPanel close={copilot.close} />
            </Suspense>
          </GuardedPart>
        ) : (
          view !== 'json' && (
            <GuardedPart>
              <DeferredSubtree>
                <StepPanel />
              </DeferredSubtree>
            </GuardedPart>
          )
        )}
      </div>
      <GuardedPart>
        <TreeDialogs />
      </GuardedPart>
    </>
  );
}

/** A part of the editor that renders again after an error once the document or the selected step changes; its content renders on its own. */
function GuardedPart({ children }: { children: ReactNode }): ReactNode {
  const resetKey = useEditor(({ revision, selectedId }) => `${revision} ${selectedId}`);
  return <Guarded resetKey={resetKey}>{children}</Guarded>;
}

/** Sets the title of the window to the automation's name. */
function Title(): ReactNode {
  const { name } = useFlowDocument().flow;
  useEffect(() => {
    document.title = `${name} · Retoma`;
  }, [name]);
  return null;
}

/** The document in the current view. */
function EditorView({ view, automation }: { view: View; automation: Automation }): ReactNode {
  const { checked } = useFlowDocument();
  const isUntouched = useUntouched();
  const problems = useMemo(() => problemsByStep(checked.flow, checked.issues, isUntouched), [checked, isUntouched]);
  const results = useResults(automation);
  useEditorKeys(problems);
  if (view === 'diagram') return <Canvas problems={problems} results={results} />;
  if (view === 'list') return <ListView problems={problems} results={results} />;
  return (
    <Box flex={1} miw={0}>
      <Suspense fallback={null}>
        <JsonView />
      </Suspense>
    </Box>
  );
}

/** The view in the address; by default the diagram, on a small screen the list. */
function useView(): [View, (view: View) => void] {
  const isSmall = useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });
  const { view: requestedView } = useSearch({ strict: false }) as { view?: string };
  const navigate = useNavigate();
  const view = views.find((one) => one === requestedView) ?? (isSmall ? 'list' : 'diagram');
  const choose = (view: View): void =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, view }), replace: true });
  return [view, choose];
}
