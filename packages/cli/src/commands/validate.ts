import { modes, validateText, type Mode, type Validation } from '@retoma/flow';
import { UsageError, type Command, type Input } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { readText } from '../read-file.ts';

const validate: Command = {
  usage: 'validate FILE [--mode off|warn|block]',
  summary: 'Validate an automation definition; needs no database',
  options: {
    mode: {
      type: 'string',
      value: 'off|warn|block',
      description: 'What metatag errors do (AUTOMATION_TEMPLATE_VALIDATION_MODE, block)',
    },
    lang: languageOption,
  },
  words: 1,
  run(input) {
    const file = input.words[0]!;
    const validation = validateText(readText(file), { mode: modeOf(input), locale: languageOf(input) });
    return Promise.resolve({ json: validation, text: describe(file, validation), exitCode: validation.valid ? 0 : 1 });
  },
};

/** The mode asked for, else the service's. */
export function modeOf({ values, environment }: Input): Mode {
  const asked = values['mode'] ?? (environment['AUTOMATION_TEMPLATE_VALIDATION_MODE'] || 'block');
  const mode = modes.find((mode) => mode === asked);
  if (!mode) throw new UsageError(`--mode takes ${modes.join(', ')}`);
  return mode;
}

/** One line an issue, as compilers print them, so that a terminal can open the place. */
export function describe(file: string, { valid, format, structure, _validation }: Validation): string {
  const issues = structure.map(({ line, column, severity, code, message, path, suggestion }) => {
    const mend = suggestion === undefined ? '' : ` → ${suggestion}`;
    return `${file}:${line}:${column}: ${severity} ${code}: ${message} (${path || 'documento'})${mend}`;
  });
  const templates = (_validation?.steps ?? []).flatMap(({ path, errors, warnings }) => [
    ...errors.map((issue) => `${file}: error ${issue.code}: ${issue.message} (${path}, ${issue.member})`),
    ...warnings.map((issue) => `${file}: warning ${issue.code}: ${issue.message} (${path}, ${issue.member})`),
  ]);
  return [...issues, ...templates, `${file}: ${valid ? 'valid' : 'not valid'} (${format})`].join('\n');
}

/** Validation of definitions. */
export const validateCommands = { validate };
