import { Alert, Modal, Text } from '@mantine/core';
import {
  defaultBusinessHours,
  simulate,
  validateFlow,
  type BusinessHours,
  type Flow,
  type Scenario,
} from '@retoma/flow';
import { useMemo, useState, type ReactNode } from 'react';
import { Diagram } from '../../../../diagram/diagram.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { useSending } from '../step-forms/use-sending.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { startFromExample } from './test-start.ts';
import { ScenarioChoice } from './scenario-choice.tsx';
import { scenarioOf, usualTestScenario } from './test-scenario.ts';
import { traceOf } from './run-trace.ts';
import { TraceView } from './trace-view.tsx';
import { texts } from './texts.ts';
import styles from './test-run.module.css';

/** Simulates the draft with a made-up or a real order: nothing is sent, and waits end at once. */
export function TestRun({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen
      title={t.title}
      styles={{ content: { display: 'flex', flexDirection: 'column' }, body: { flex: 1, minHeight: 0, padding: 0 } }}
    >
      {opened && <Test />}
    </Modal>
  );
}

function Test(): ReactNode {
  const t = useTexts(texts);
  const { flow, definition } = useFlowDocument();
  const isComplete = useMemo(() => canBeTried(definition), [definition]);
  const {
    timeZone = 'America/Sao_Paulo',
    businessHours = defaultBusinessHours,
    linkOrigin = window.location.origin,
  } = useSending() ?? {};
  if (isComplete) return <Simulation key={timeZone} {...{ flow, timeZone, businessHours, linkOrigin }} />;
  return (
    <Alert color="ambar" m="md" role="alert">
      {t.broken}
    </Alert>
  );
}

/** Errors of a message that do not prevent a test: the message would not be sent, and the test shows that. */
const unfinished = new Set<string>([
  'EMPTY',
  'TOO_SHORT',
  'TOO_LONG',
  'INVALID_URL',
  'INVALID_EMAIL',
  'HTML_IN_SMS',
  'INVALID_CONTENT',
  'NEVER_SENT',
]);

const canBeTried = (flow: Flow): boolean =>
  validateFlow(flow, { mode: 'off' }).structure.every(
    ({ severity, code, path }) =>
      severity === 'warning' || (unfinished.has(code) && (path === 'name' || /\.data(?:\.|$)/.test(path))),
  );

type SimulationProps = { flow: Flow; timeZone: string; businessHours: BusinessHours; linkOrigin: string };

function Simulation({ flow, timeZone, businessHours, linkOrigin }: SimulationProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { name } = useStore();
  const [scenario, setScenario] = useState<Scenario>(() => {
    const testStart = startFromExample(flow, name);
    return scenarioOf(flow, testStart, usualTestScenario(flow, testStart), timeZone);
  });
  const [picked, setPicked] = useState<string>();
  const [focusing, setFocusing] = useState(0);
  const answer = useMemo(
    () => simulate(flow, scenario, { timeZone, businessHours, baseUrl: linkOrigin }),
    [flow, scenario, timeZone, businessHours, linkOrigin],
  );
  const runTrace = useMemo(() => traceOf(flow, scenario, answer, locale), [flow, scenario, answer, locale]);
  const current = picked ?? runTrace.lastId ?? 'trigger-0';
  const choose = (chosen: Scenario): void => {
    setScenario(chosen);
    setPicked(undefined);
  };
  const show = (stepId: string): void => {
    setPicked(stepId);
    setFocusing((count) => count + 1);
  };
  return (
    <div className={styles.layout}>
      <section className={styles.side} aria-label={t.testScenario}>
        <Text size="sm" c="dimmed" mb="md">
          {t.about}
        </Text>
        <ScenarioChoice flow={flow} timeZone={timeZone} businessHours={businessHours} onChoose={choose} />
      </section>
      <section className={styles.diagram} aria-label={t.diagram}>
        <Diagram
          flow={flow}
          highlights={runTrace.highlights}
          selected={current}
          onSelect={(id) => id !== undefined && setPicked(id)}
          cursor={{ current, focusing, isJump: true, go: setPicked }}
        />
      </section>
      <section className={styles.side} aria-label={t.timeline}>
        <TraceView
          runTrace={runTrace}
          result={answer}
          start={scenario.start}
          timeZone={timeZone}
          current={current}
          onShow={show}
        />
      </section>
    </div>
  );
}
