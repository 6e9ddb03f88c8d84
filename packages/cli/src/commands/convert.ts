import { toNested } from '@retoma/flow';
import { UsageError, type Command } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { readFlowFile } from '../read-flow.ts';

const convert: Command = {
  usage: 'convert FILE --to nested',
  summary: 'Convert a flat definition to the nested format; needs no database',
  options: {
    to: { type: 'string', value: 'nested', description: 'Target format', required: true },
    lang: languageOption,
  },
  args: 1,
  run(input) {
    const file = input.args[0]!;
    if (input.values['to'] !== 'nested') throw new UsageError('--to must be nested');
    const locale = languageOf(input);
    const read = readFlowFile(file, locale);
    if ('refused' in read) return Promise.resolve(read.refused);
    const converted = toNested(read.flow, locale);
    if (!converted.ok) {
      const text = converted.refusals
        .map(({ path, reason, message }) => `${file}: ${reason}: ${message} (${path})`)
        .join('\n');
      return Promise.resolve({ json: { refusals: converted.refusals }, text, exitCode: 1 });
    }
    return Promise.resolve({ json: converted.flow, text: JSON.stringify(converted.flow, null, 2) });
  },
};

/** The command that converts between the two formats of a definition. */
export const convertCommands = { convert };
