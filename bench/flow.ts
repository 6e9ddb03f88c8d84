// Validation of a flow against a compiled JSON Schema validator on the same document. Baseline: Ajv 8 with allErrors, which checks types,
// limits and shapes only. Our validation also finds line numbers, checks the topology and conditions, parses templates, and plays the paths
// of a flow without errors, which alone takes about a hundred times as long as the rest.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validateFlow, validateText, type Flow } from '@retoma/flow';
import { automationSchema } from '../packages/flow/src/schema/automation-schema.ts';
import { Report } from '../packages/flow/src/members/report.ts';
import { checkAfterPaid } from '../packages/flow/src/validate/rules/after-paid.ts';
import { examine } from '../packages/flow/src/validate/examine.ts';
import { checkStructure } from '../packages/flow/src/validate/structure.ts';
import { checkTemplates } from '../packages/flow/src/validate/templates.ts';
import { largeFlatFlow, largeFlow } from './flow/large-flow.ts';

const rounds = 41;
/** The time of one contender in one round, in milliseconds, if a call takes less: 40 calls of one that takes 100 ms would take half an hour. */
const roundMs = 20;

/** Microseconds of one call: for each contender the median of alternating rounds. */
function alternate(contenders: Record<string, () => unknown>): Record<string, number> {
  const names = Object.keys(contenders);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = -10; round < rounds; round++) {
    for (const name of names) {
      const contender = contenders[name]!;
      const start = performance.now();
      let calls = 0;
      let spent = 0;
      for (; spent < roundMs; spent = performance.now() - start) {
        contender();
        calls++;
      }
      if (round >= 0) times.get(name)!.push((spent / calls) * 1000);
    }
  }
  return Object.fromEntries(names.map((name) => [name, times.get(name)!.sort((a, b) => a - b)[rounds >> 1]!]));
}

/** The same document with five errors far apart. */
function broken(flow: Flow): unknown {
  const copy = structuredClone(flow) as unknown as { name: unknown; steps: Record<string, unknown>[] };
  copy.name = 'ab';
  copy.steps[10]!['minutes'] = 0;
  copy.steps[20]!['onNext'] = {};
  copy.steps[30]!['type'] = 'dealy';
  copy.steps[48]!['minutes'] = '5';
  return copy;
}

function compare(title: string, flow: unknown): void {
  const text = JSON.stringify(flow, null, 2);
  const parsed: unknown = JSON.parse(text);
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  const accepts = ajv.compile(automationSchema);
  const ours = validateText(text);
  if (accepts(parsed) !== ours.valid) throw new Error(`${title}: Ajv and ours disagree`);
  const { hasErrors } = examine(parsed).report;
  const times = alternate({
    'Ajv, allErrors': () => accepts(parsed),
    structure: () => {
      const report = new Report();
      checkStructure(parsed, report);
      return report;
    },
    'rules and templates': () => {
      const { outline } = examine(parsed);
      return checkTemplates(parsed, outline, { locale: 'pt-BR', audience: 'developer' });
    },
    ...(!hasErrors && { 'paths of the flow': () => checkAfterPaid(parsed, new Report()) }),
    'everything but parsing': () => validateFlow(parsed),
    'everything, from the text': () => validateText(text),
    'JSON.parse alone': () => JSON.parse(text) as unknown,
  });
  const base = times['Ajv, allErrors']!;
  console.log(`\n${title}: ${text.length} characters, ${ours.structure.length} issues`);
  for (const [name, time] of Object.entries(times)) {
    console.log(`  ${name.padEnd(28)}${time.toFixed(1).padStart(9)} µs ${(time / base).toFixed(2).padStart(7)} x Ajv`);
  }
}

/** Goals: structure at most 2 x Ajv, rules and templates at most 8 x. */
export async function run(): Promise<void> {
  compare('Nested, 50 root steps, 300 in all', largeFlow());
  compare('Flat, 50 root steps, 300 in all', largeFlatFlow());
  compare('Nested with five faults', broken(largeFlow()));
  await Promise.resolve();
}
