import { formatTimeline, importFlow, readScenario, simulate as play } from '@retoma/flow';
import { UsageError, type Answer, type Command } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { readText } from '../read-file.ts';
import { describe } from './validate.ts';

const simulate: Command = {
  usage: 'simulate FILE --scenario FILE',
  summary: 'Run an automation in virtual time; needs no database',
  options: {
    scenario: { type: 'string', value: 'FILE', description: 'What happens meanwhile', required: true },
    lang: languageOption,
  },
  words: 1,
  run(input): Promise<Answer> {
    const file = input.words[0]!;
    const scenarioFile = input.values['scenario'];
    if (typeof scenarioFile !== 'string') throw new UsageError('--scenario is required');
    const locale = languageOf(input);
    const imported = importFlow(readText(file), locale);
    if (!imported.ok) {
      const validation = { valid: false, format: 'nested' as const, structure: imported.issues };
      return Promise.resolve({ json: validation, text: describe(file, validation), exitCode: 1 });
    }
    const scenario = readScenario(readText(scenarioFile), locale, imported.flow);
    const told = scenario.issues.map(
      ({ path, code, message, severity }) => `${scenarioFile}: ${severity} ${code}: ${message} (${path})`,
    );
    if (!scenario.ok)
      return Promise.resolve({ json: { scenario: scenario.issues }, text: told.join('\n'), exitCode: 1 });
    for (const warning of told) process.stderr.write(`${warning}\n`);
    const answer = play(imported.flow, scenario.scenario);
    return Promise.resolve({ json: answer, text: formatTimeline(answer, locale).trimEnd() });
  },
};

/** Simulation of automations. */
export const simulateCommands = { simulate };
