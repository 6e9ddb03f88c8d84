import { Stack, Tabs } from '@mantine/core';
import type { Flow, Scenario } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { happened, madeUp } from './test-start.ts';
import { PathList } from './path-list.tsx';
import { RealOrder } from './real-order.tsx';
import { ScenarioForm } from './scenario-form.tsx';
import { scenarioOf, usualTestScenario, type TestScenario } from './test-scenario.ts';
import { texts } from './texts.ts';
import type { RealExample } from '../step-forms/example/recent-events.ts';

type ScenarioChoiceProps = { flow: Flow; timeZone: string; onChoose: (scenario: Scenario) => void };

/** What is tried: a situation in words, of a made-up order or a real one, or one of the ways that the flow can go. */
export function ScenarioChoice({ flow, timeZone, onChoose }: ScenarioChoiceProps): ReactNode {
  const t = useTexts(texts);
  const [real, setReal] = useState<RealExample>();
  const beginning = real ? happened({ data: real.data, at: real.event.at }, timeZone) : madeUp(flow);
  const [testScenario, setTestScenario] = useState(() => usualTestScenario(flow, beginning));
  const change = (changed: TestScenario, from = beginning): void => {
    setTestScenario(changed);
    onChoose(scenarioOf(flow, from, changed, timeZone));
  };
  const begin = (picked: RealExample | undefined): void => {
    setReal(picked);
    const from = picked ? happened({ data: picked.data, at: picked.event.at }, timeZone) : madeUp(flow);
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
          <ScenarioForm flow={flow} beginning={beginning} testScenario={testScenario} onChange={change} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="paths">
        <PathList flow={flow} onChoose={onChoose} />
      </Tabs.Panel>
    </Tabs>
  );
}
