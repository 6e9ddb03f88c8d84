import { formatTimeline, readScenario, simulate as play } from '@retoma/flow';
import { UsageError, type CommandOutput, type Command } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { readText } from '../read-file.ts';
import { readFlowFile } from '../read-flow.ts';

const simulate: Command = {
  usage: 'simulate FILE --scenario FILE',
  summary: 'Simulate an automation in virtual time; needs no database',
  options: {
    scenario: { type: 'string', value: 'FILE', description: 'JSON file with the scenario', required: true },
    lang: languageOption,
  },
  args: 1,
  run(input): Promise<CommandOutput> {
    const file = input.args[0]!;
    const scenarioFile = input.values['scenario'];
    if (typeof scenarioFile !== 'string') throw new UsageError('--scenario is required');
    const locale = languageOf(input);
    const read = readFlowFile(file, locale);
    if ('refused' in read) return Promise.resolve(read.refused);
    const scenario = readScenario(readText(scenarioFile), locale, read.flow);
    const issues = scenario.issues.map(
      ({ path, code, message, severity }) => `${scenarioFile}: ${severity} ${code}: ${message} (${path})`,
    );
    if (!scenario.ok)
      return Promise.resolve({ json: { scenario: scenario.issues }, text: issues.join('\n'), exitCode: 1 });
    const answer = play(read.flow, scenario.scenario);
    return Promise.resolve({ json: answer, text: formatTimeline(answer, locale).trimEnd(), warnings: issues });
  },
};

/** The command that simulates automations. */
export const simulateCommands = { simulate };
