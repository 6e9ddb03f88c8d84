import { Stack, Tabs } from '@mantine/core';
import type { BusinessHours, Flow, Scenario } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { startFromEvent, startFromExample } from './test-start.ts';
import { PathList } from './path-list.tsx';
import { RealOrder } from './real-order.tsx';
import { ScenarioForm } from './scenario-form.tsx';
import { scenarioOf, usualTestScenario, type TestScenario } from './test-scenario.ts';
import { texts } from './texts.ts';
import type { RealExample } from '../step-forms/example/recent-events.ts';

type ScenarioChoiceProps = {
  flow: Flow;
  timeZone: string;
  businessHours: BusinessHours;
  onChoose: (scenario: Scenario) => void;
};

/** Selects a test: a scenario with a made-up or real order, or one of the paths through the flow. */
export function ScenarioChoice({ flow, timeZone, businessHours, onChoose }: ScenarioChoiceProps): ReactNode {
  const t = useTexts(texts);
  const { name } = useStore();
  const [real, setReal] = useState<RealExample>();
  const testStart = real
    ? startFromEvent({ data: real.data, at: real.event.at }, timeZone)
    : startFromExample(flow, name);
  const [testScenario, setTestScenario] = useState(() => usualTestScenario(flow, testStart));
  const change = (changed: TestScenario, from = testStart): void => {
    setTestScenario(changed);
    onChoose(scenarioOf(flow, from, changed, timeZone));
  };
  const begin = (picked: RealExample | undefined): void => {
    setReal(picked);
    const from = picked
      ? startFromEvent({ data: picked.data, at: picked.event.at }, timeZone)
      : startFromExample(flow, name);
    change(usualTestScenario(flow, from), from);
  };
  return (
    <Tabs defaultValue="situation" keepMounted={false}>
      <Tabs.List grow mb="md">
        <Tabs.Tab value="situation">{t.testScenario}</Tabs.Tab>
        <Tabs.Tab value="paths">{t.paths}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="situation">
        <Stack>
          <RealOrder trigger={flow.trigger_event} timeZone={timeZone} picked={real} onChoose={begin} />
          <ScenarioForm flow={flow} testStart={testStart} testScenario={testScenario} onChange={change} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="paths">
        <PathList flow={flow} timeZone={timeZone} businessHours={businessHours} onChoose={onChoose} />
      </Tabs.Panel>
    </Tabs>
  );
}
